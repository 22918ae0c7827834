// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include <sys/stat.h>

namespace scanner {
namespace {

void append_utf8(std::string& text, std::uint32_t c)
{
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
        text += static_cast<char>(0x80 | (c & 63));
    } else if (c < 0x10000) {
        text += static_cast<char>(0xe0 | c >> 12);
        text += static_cast<char>(0x80 | (c >> 6 & 63));
        text += static_cast<char>(0x80 | (c & 63));
    } else {
        text += static_cast<char>(0xf0 | c >> 18);
        text += static_cast<char>(0x80 | (c >> 12 & 63));
        text += static_cast<char>(0x80 | (c >> 6 & 63));
        text += static_cast<char>(0x80 | (c & 63));
    }
}

// Visual Studio writes UTF-16 files. Their first two bytes mark the encoding.
void from_utf16(std::string& text, bool big_endian)
{
    std::string result;
    const auto unit = [&](std::size_t i) {
        const auto a = static_cast<unsigned char>(text[i]), b = static_cast<unsigned char>(text[i + 1]);
        return static_cast<std::uint32_t>(big_endian ? a << 8 | b : b << 8 | a);
    };
    for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
        std::uint32_t c = unit(i);
        if (c >= 0xd800 && c < 0xdc00 && i + 3 < text.size() && (unit(i + 2) & 0xfc00) == 0xdc00) {
            c = 0x10000 + ((c & 0x3ff) << 10) + (unit(i + 2) & 0x3ff);
            i += 2;
        }
        append_utf8(result, c);
    }
    text = std::move(result);
}

} // namespace

std::string read_source(const std::string& path, std::string& text, bool* recoded)
{
    text.clear();
    struct stat status;
    if (stat(path.c_str(), &status) != 0) return std::strerror(errno);
    if (!S_ISREG(status.st_mode)) return "not a file";
    if (static_cast<std::uint64_t>(status.st_size) > largest_file) return "larger than 64 MiB";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file) return std::strerror(errno);
    text.resize(static_cast<std::size_t>(status.st_size));
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get())) return "cannot be read";
    return as_source(text, recoded);
}

std::string as_source(std::string& text, bool* recoded)
{
    if (text.size() > largest_file) return "larger than 64 MiB";
    if (text.compare(0, 2, "\xff\xfe") == 0 || text.compare(0, 2, "\xfe\xff") == 0) {
        from_utf16(text, text[0] == '\xfe');
        if (recoded) *recoded = true;
    }
    if (std::memchr(text.data(), 0, text.size())) return "binary";
    return {};
}

} // namespace scanner
