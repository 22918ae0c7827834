// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/record_file.h"

#include <cerrno>
#include <cstring>

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

record_file::record_file(std::string path)
    : path_(std::move(path))
    , lines_(std::fopen(path_.c_str(), "we"))
{
    if (lines_) return;
    failed_ = true;
    std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_RECORD: %s cannot be written: %s\n", path_.c_str(),
                 std::strerror(errno));
}

void record_file::write(const record_line& line)
{
    if (!lines_) return;
    const std::string whole = line.whole() + '\n';
    std::fwrite(whole.data(), 1, whole.size(), lines_);
}

std::uint64_t record_file::keep(const void* data, std::size_t count)
{
    if (!bytes_ && !failed_) bytes_ = std::fopen((path_ + ".bytes").c_str(), "we");
    if (!bytes_ || std::fwrite(data, 1, count, bytes_) != count) failed_ = true;
    const std::uint64_t at = kept_;
    kept_ += count;
    return at;
}

void record_file::flush()
{
    if (lines_) std::fflush(lines_);
}

bool record_file::close()
{
    const bool was_open = lines_ != nullptr;
    for (std::FILE** f : {&lines_, &bytes_}) {
        if (!*f) continue;
        failed_ |= std::ferror(*f) != 0;
        failed_ |= std::fclose(*f) != 0;
        *f = nullptr;
    }
    if (failed_ && was_open)
        std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_RECORD: %s could not be written as a whole\n",
                     path_.c_str());
    return !failed_;
}

} // namespace cuda_emulator
