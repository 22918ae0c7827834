// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/record_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace cuda_emulator {

namespace {
constexpr char digits[] = "0123456789abcdef";
} // namespace

record_line& record_line::text(std::string_view s)
{
    text_ += ' ';
    if (s.empty()) text_ += '-';
    if (s == "-") return text_ += "%2d", *this;
    for (const char c : s) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte != '%' && byte != 0x7f) {
            text_ += c;
        } else {
            text_ += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return *this;
}

record_line& record_line::number(std::uint64_t n) { return word(std::to_string(n)); }

record_line& record_line::hash(std::uint64_t h)
{
    text_ += ' ';
    for (int shift = 60; shift >= 0; shift -= 4)
        text_ += digits[h >> shift & 15];
    return *this;
}

record_line& record_line::word(std::string_view s)
{
    text_ += ' ';
    text_ += s;
    return *this;
}

std::string hexadecimal(const void* bytes, std::size_t count)
{
    std::string out;
    for (std::size_t k = 0; k < count; ++k) {
        const unsigned char byte = static_cast<const unsigned char*>(bytes)[k];
        out += {digits[byte >> 4], digits[byte & 15]};
    }
    return out;
}

std::string with_number(std::string name, unsigned number)
{
    const std::size_t at = name.find("%n");
    return at == std::string::npos ? name : name.replace(at, 2, std::to_string(number));
}

void add_host_thread(record_line& line)
{
    static std::atomic<unsigned> threads{0};
    thread_local const unsigned number = ++threads;
    if (number > 1) line.number(number);
}

record_file::record_file(std::string path, std::string by, std::string variable)
    : path_(std::move(path))
    , by_(std::move(by))
    , variable_(std::move(variable))
    , owner_(getpid())
{
    if (open()) return;
    failed_ = true;
    std::fprintf(stderr, "%s: %s: %s cannot be written: %s\n", by_.c_str(), variable_.c_str(), path_.c_str(),
                 std::strerror(errno));
}

bool record_file::open()
{
    const std::string pattern = path_;
    const bool is_numbered = pattern.find("%n") != std::string::npos;
    for (;; ++process_) {
        path_ = with_number(pattern, process_);
        // x: two processes that begin at once do not take the same number.
        lines_ = std::fopen(path_.c_str(), is_numbered ? "wxe" : "we");
        if (lines_ || !is_numbered || errno != EEXIST) return lines_ != nullptr;
    }
}

bool record_file::is_ours() const { return getpid() == owner_; }

void record_file::write(const record_line& line)
{
    if (!lines_) return;
    not_written_ += line.whole() + '\n';
    if (not_written_.size() > 64 * 1024) flush();
}

std::uint64_t record_file::keep(const void* data, std::size_t count)
{
    if (!is_ours()) return 0;
    if (!bytes_ && !failed_) bytes_ = std::fopen((path_ + ".bytes").c_str(), "we");
    if (!bytes_ || std::fwrite(data, 1, count, bytes_) != count || std::fflush(bytes_) != 0) failed_ = true;
    const std::uint64_t at = kept_;
    kept_ += count;
    return at;
}

void record_file::flush()
{
    if (lines_ && is_ours()) {
        std::fwrite(not_written_.data(), 1, not_written_.size(), lines_);
        std::fflush(lines_);
    }
    not_written_.clear();
}

bool record_file::close()
{
    if (!is_ours()) return true;
    flush();
    const bool was_open = lines_ != nullptr;
    for (std::FILE** f : {&lines_, &bytes_}) {
        if (!*f) continue;
        failed_ |= std::ferror(*f) != 0;
        failed_ |= std::fclose(*f) != 0;
        *f = nullptr;
    }
    if (failed_ && was_open)
        std::fprintf(stderr, "%s: %s: %s could not be written as a whole\n", by_.c_str(), variable_.c_str(),
                     path_.c_str());
    return !failed_;
}

} // namespace cuda_emulator
