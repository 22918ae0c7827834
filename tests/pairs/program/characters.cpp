// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "characters.hpp"

#include <algorithm>
#include <iterator>

namespace pairs {
namespace {

struct code_range {
    char32_t first, last;
};

// Combining characters, which appear on the character before them, and invisible ones.
constexpr code_range without_width[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f}, {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};
// Characters that are two columns wide: "W" and "F" of Unicode's East Asian widths, by whole blocks.
constexpr code_range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x4dbf},   {0x4e00, 0xa4cf}, {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

template <std::size_t Count>
bool is_in(const code_range (&ranges)[Count], char32_t code)
{
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [=](const code_range& one) { return one.first <= code && code <= one.last; });
}

// Gives the bytes of the UTF-8 character at `from`, or 1 for an invalid byte.
std::size_t length_of(const std::string& text, std::size_t from)
{
    const auto byte = static_cast<unsigned char>(text[from]);
    const std::size_t length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    for (std::size_t at = from + 1; at < from + length; at++)
        if (at == text.size() || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80) return 1;
    return length;
}

char32_t code_of(const std::string& bytes)
{
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    char32_t code = first & (0x7f >> bytes.size());
    for (std::size_t at = 1; at < bytes.size(); at++)
        code = code << 6 | (static_cast<unsigned char>(bytes[at]) & 0x3f);
    return code;
}

} // namespace

std::vector<character> characters_of(const std::string& line)
{
    std::vector<character> all;
    int taken = 0;
    for (std::size_t at = 0; at < line.size();) {
        const std::string bytes = line.substr(at, length_of(line, at));
        at += bytes.size();
        const char32_t code = code_of(bytes);
        if (is_in(without_width, code)) {
            if (!all.empty()) all.back().bytes += bytes;
            continue;
        }
        const bool control = code < 0x20 || code == 0x7f;
        const int columns = is_in(wide, code) ? 2 : 1;
        for (int blanks = code == '\t' ? 4 - taken % 4 : 1; blanks > 0; blanks--) {
            all.push_back({control ? " " : bytes, columns});
            taken += columns;
        }
    }
    return all;
}

int shown_width(const std::string& line)
{
    int columns = 0;
    for (const character& one : characters_of(line))
        columns += one.columns;
    return columns;
}

} // namespace pairs
