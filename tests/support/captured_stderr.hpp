// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures the text that a program writes to stderr.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <unistd.h>

//! While an object lives, the process's output to stderr goes only here.
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
