// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json_text.hpp"

#include <cstdio>

namespace scanner {
namespace {

// The bytes of the character of UTF-8 that begins here; 0 where there is none.
std::size_t character(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto goes_on = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return goes_on(1) ? 2 : 0;
    if (first >= 0xe0 && first < 0xf0) {
        const bool overlong = first == 0xe0 && byte(1) < 0xa0, surrogate = first == 0xed && byte(1) >= 0xa0;
        return goes_on(1) && goes_on(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first < 0xf5) {
        const bool overlong = first == 0xf0 && byte(1) < 0x90, beyond = first == 0xf4 && byte(1) >= 0x90;
        return goes_on(1) && goes_on(2) && goes_on(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

} // namespace

std::string json_string(std::string_view text)
{
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        const std::size_t length = character(text.substr(i));
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            char code[7];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            result += code;
        } else if (length == 0) {
            result += "\\ufffd";
        } else {
            result += text.substr(i, length);
        }
        i += length ? length : 1;
    }
    return result + '"';
}

} // namespace scanner
