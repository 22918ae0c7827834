// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/json.h"

#include <cstdio>

namespace cuda_emulator {

namespace {

// Gives the bytes of the UTF-8 character at this place, or 0 for invalid bytes.
std::size_t character_at(std::string_view s, std::size_t at)
{
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
    const unsigned lead = byte(at);
    const std::size_t size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || at + size > s.size()) return 0;
    for (std::size_t k = 1; k < size; ++k)
        if ((byte(at + k) & 0xc0) != 0x80) return 0;
    if (size < 3) return size;
    // Refuses a form that is too long, a half of a surrogate pair, and a number past the last character.
    const unsigned next = byte(at + 1);
    const bool wrong = (lead == 0xe0 && next < 0xa0) || (lead == 0xed && next > 0x9f) ||
                       (lead == 0xf0 && next < 0x90) || (lead == 0xf4 && next > 0x8f);
    return wrong ? 0 : size;
}

} // namespace

std::string quoted(std::string_view s)
{
    std::string out = "\"";
    for (std::size_t k = 0; k < s.size();) {
        const std::size_t size = character_at(s, k);
        if (size == 0) {
            out += "\xef\xbf\xbd";
            ++k;
            continue;
        }
        const char c = s[k];
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            out += code;
        } else {
            out.append(s, k, size);
        }
        k += size;
    }
    return out + '"';
}

void json_writer::separate()
{
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (!first_) out_ += ',';
    if (new_line_) {
        out_ += '\n';
    } else if (!first_) {
        out_ += ' ';
    }
    new_line_ = first_ = false;
}

json_writer& json_writer::open(char c)
{
    separate();
    out_ += c;
    first_ = true;
    return *this;
}

json_writer& json_writer::close(char c)
{
    out_ += c;
    first_ = after_key_ = new_line_ = false;
    return *this;
}

json_writer& json_writer::key(std::string_view name)
{
    separate();
    out_ += quoted(name);
    out_ += ": ";
    after_key_ = true;
    return *this;
}

json_writer& json_writer::raw(std::string_view text)
{
    separate();
    out_ += text;
    return *this;
}

json_writer& json_writer::line()
{
    new_line_ = true;
    return *this;
}

} // namespace cuda_emulator
