// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

#include <unistd.h>

namespace scanner {

report_file::~report_file()
{
    if (!before_) return;
    std::cout.rdbuf(before_);
    if (written_ != path_) std::remove(written_.c_str());
}

std::string report_file::open(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) return path + ": a folder";
    // A device or a pipe is written itself.
    const bool is_replaced = !fs::exists(status) || fs::is_regular_file(status);
    path_ = is_replaced && fs::is_symlink(path, error) ? fs::weakly_canonical(path, error).string() : path;
    if (is_replaced && fs::exists(status) && access(path_.c_str(), W_OK) != 0)
        return path + ": " + std::strerror(errno);
    written_ = is_replaced ? path_ + ".partial-" + std::to_string(getpid()) : path_;
    errno = 0;
    file_.open(written_, std::ios::binary);
    if (!file_) return path + ": " + (errno ? std::strerror(errno) : "cannot be written");
    before_ = std::cout.rdbuf(file_.rdbuf());
    return {};
}

std::string report_file::keep()
{
    if (!before_) return {};
    std::cout.flush();
    std::cout.rdbuf(before_);
    before_ = nullptr;
    errno = 0;
    file_.close();
    const bool is_done = file_ && (written_ == path_ || std::rename(written_.c_str(), path_.c_str()) == 0);
    if (is_done) return {};
    const std::string reason = errno ? std::strerror(errno) : "cannot be written";
    if (written_ != path_) std::remove(written_.c_str());
    return path_ + ": " + reason;
}

} // namespace scanner
