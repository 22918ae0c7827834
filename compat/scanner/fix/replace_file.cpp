// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replace_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/temporary_folder.hpp"

namespace scanner {
namespace {

// A temporary file that the destructor deletes unless it replaced another file.
class temporary {
public:
    explicit temporary(const std::filesystem::path& folder)
        : name_((folder / ".cuda-legacy-scan-XXXXXX").string())
        , file_(mkstemp(name_.data()))
    {
        if (file_ >= 0) remove_if_interrupted(name_);
    }

    ~temporary()
    {
        if (file_ < 0) return;
        close(file_);
        if (!kept_) unlink(name_.c_str());
        removed_by_itself(name_);
    }

    bool is_open() const { return file_ >= 0; }
    int descriptor() const { return file_; }

    bool write_all(std::string_view content)
    {
        while (!content.empty()) {
            const ssize_t written = write(file_, content.data(), content.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            content.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }

    bool take_the_place_of(const std::string& path)
    {
        kept_ = std::rename(name_.c_str(), path.c_str()) == 0;
        return kept_;
    }

private:
    std::string name_;
    int file_;
    bool kept_ = false;
};

std::string failed(const char* what) { return std::string(what) + ": " + std::strerror(errno); }

} // namespace

std::string replace_file(const std::string& path, std::string_view read, std::string_view content)
{
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) return "not there any more: " + error.message();
    struct stat status;
    if (stat(real.c_str(), &status) != 0) return failed("not there any more");
    if (!S_ISREG(status.st_mode)) return "not a file";
    if (access(real.c_str(), W_OK) != 0) return failed("may not be written");
    if (status.st_nlink > 1) return "has other names (hard links), which would keep the old content";
    {
        std::ifstream file(real, std::ios::binary);
        const std::string now{std::istreambuf_iterator<char>(file), {}};
        if (now != read) return "changed since it was read";
    }
    temporary next(real.parent_path());
    if (!next.is_open()) return failed("no file can be made in its folder");
    // Sets the owner before the mode, because fchown clears mode bits. Only root can give a file to another user.
    if ((status.st_uid != geteuid() || status.st_gid != getegid()) &&
        fchown(next.descriptor(), status.st_uid, status.st_gid) != 0 && status.st_uid != geteuid())
        return failed("its owner cannot be kept");
    if (fchmod(next.descriptor(), status.st_mode & 07777) != 0) return failed("its mode cannot be kept");
    if (!next.write_all(content) || fsync(next.descriptor()) != 0) return failed("the new content cannot be written");
    if (!next.take_the_place_of(real.string())) return failed("cannot be replaced");
    if (const int folder = open(real.parent_path().c_str(), O_RDONLY | O_DIRECTORY); folder >= 0) {
        fsync(folder); // flushes the new name; file systems that cannot flush a folder write it later
        close(folder);
    }
    return {};
}

} // namespace scanner
