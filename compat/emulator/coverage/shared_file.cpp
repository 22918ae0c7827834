// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coverage/shared_file.h"

#include "coverage/tracefile.h"
#include "profile/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cuda_emulator {

namespace {

constexpr const char* what = "the coverage";

// A lock of the file itself. A process that waited finds the file replaced: it locks the new one.
class locked_file {
public:
    explicit locked_file(const std::string& path)
        : path_(path)
    {
        for (;;) {
            struct stat is = {}, named = {};
            const bool is_there = stat(path.c_str(), &named) == 0;
            if (is_there && !S_ISREG(named.st_mode)) return; // a pipe or a device: nothing is read from it
            file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
            if (file_ < 0 || !lock() || fstat(file_, &is) != 0) throw std::runtime_error(std::strerror(errno));
            if (stat(path.c_str(), &named) == 0 && is.st_ino == named.st_ino && is.st_dev == named.st_dev) return;
            close(file_);
        }
    }
    ~locked_file()
    {
        if (file_ >= 0) close(file_);
    }
    locked_file(const locked_file&) = delete;

    bool is_regular() const { return file_ >= 0; }
    //! After a failure: removes the file if it was made for the lock alone.
    void remove_if_empty() const
    {
        struct stat is = {};
        if (file_ >= 0 && fstat(file_, &is) == 0 && is.st_size == 0) unlink(path_.c_str());
    }

private:
    bool lock() const
    {
        int result = 0;
        do
            result = flock(file_, LOCK_EX);
        while (result != 0 && errno == EINTR);
        return result == 0;
    }

    const std::string path_;
    int file_ = -1;
};

} // namespace

bool add_to_file(const std::string& path, tracefile counts, const char* variable)
{
    try {
        const locked_file lock(path);
        if (lock.is_regular()) {
            std::ifstream before(path);
            counts.read(before);
        }
        if (write_output_file(path, counts.write(), what, variable)) return true;
        lock.remove_if_empty();
    } catch (const std::exception& x) {
        std::fprintf(stderr, "cuda_emulator: %s cannot be written to '%s' (%s): %s\n", what, path.c_str(), variable,
                     x.what());
    }
    return false;
}

} // namespace cuda_emulator
