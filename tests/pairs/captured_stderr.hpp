// What a legacy entry says on stderr.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "paired_test.hpp"

namespace pairs {

//! While one of these lives, what the process writes to stderr goes here and nowhere else.
class captured_stderr {
public:
    captured_stderr()
    {
        if (!file_) throw std::runtime_error{"no temporary file"};
        std::fflush(stderr);
        before_ = dup(STDERR_FILENO);
        dup2(fileno(file_.get()), STDERR_FILENO);
    }
    ~captured_stderr()
    {
        std::fflush(stderr);
        dup2(before_, STDERR_FILENO);
        close(before_);
    }
    captured_stderr(const captured_stderr&) = delete;
    captured_stderr& operator=(const captured_stderr&) = delete;

    std::string text() const
    {
        std::fflush(stderr);
        std::string all(static_cast<std::size_t>(lseek(fileno(file_.get()), 0, SEEK_END)), '\0');
        const ssize_t read = pread(fileno(file_.get()), all.data(), all.size(), 0);
        if (read != static_cast<ssize_t>(all.size())) throw std::runtime_error{"what was written cannot be read"};
        return all;
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), &std::fclose};
    int before_ = -1;
};

//! check_refused_sizes for one size, which the legacy entry names on stderr in these words.
template <class Call>
void check_refused_by_name(const Call& legacy, long long size, const std::string& words)
{
    const captured_stderr captured;
    check_refused_sizes(legacy, {size});
    BOOST_TEST(captured.text() == words + "\n");
}

//! A twin refuses by name, too: `call` says these words on stderr and throws an Error, before it allocates or launches
//! anything.
template <class Error, class Call>
void check_thrown_by_name(const Call& call, const std::string& words)
{
    const captured_stderr captured;
    const failing_allocations none;
    const launch_timer launched;
    BOOST_CHECK_THROW(call(), Error);
    BOOST_TEST(captured.text() == words + "\n");
    BOOST_TEST(none.failed() == 0, "it asked for memory");
    BOOST_TEST(launched.launches() == 0);
}

} // namespace pairs
