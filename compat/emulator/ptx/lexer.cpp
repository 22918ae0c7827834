// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/lexer.h"

#include <array>
#include <charconv>
#include <cstring>
#include <system_error>

namespace cuda_emulator::ptx {

namespace {
bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool is_name_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%';
}
int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}
} // namespace

void lexer::skip_blanks()
{
    while (at_ < end_) {
        const char c = *at_;
        if (c == '\n') {
            ++line_;
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
            ++at_;
        } else if (c == '/' && at_ + 1 < end_ && at_[1] == '/') {
            const void* newline = std::memchr(at_, '\n', end_ - at_);
            at_ = newline ? static_cast<const char*>(newline) : end_;
        } else if (c == '/' && at_ + 1 < end_ && at_[1] == '*') {
            const int first = line_;
            at_ += 2;
            while (at_ + 1 < end_ && !(at_[0] == '*' && at_[1] == '/')) {
                if (*at_ == '\n') ++line_;
                ++at_;
            }
            if (at_ + 1 >= end_) throw syntax_error(first, "comment without an end");
            at_ += 2;
        } else {
            break;
        }
    }
}

void lexer::skip_block()
{
    // Most of a module's text is bodies of functions that are never called. So the loop stops only at characters that
    // end a block, may hide its end, or count lines.
    static const auto matters = [] {
        std::array<bool, 256> table{};
        for (const char c : {'\n', '/', '{', '}', '"'})
            table[static_cast<unsigned char>(c)] = true;
        return table;
    }();
    const int first = line_;
    int depth = 1;
    while (true) {
        while (at_ < end_ && !matters[static_cast<unsigned char>(*at_)])
            ++at_;
        skip_blanks(); // comments and ends of lines
        if (at_ >= end_) throw syntax_error(first, "'{' without '}'");
        const char c = *at_++;
        if (c == '{') {
            ++depth;
        } else if (c == '}') {
            if (--depth == 0) return;
        } else if (c == '"') {
            while (at_ < end_ && *at_ != '"')
                ++at_;
            if (at_ < end_) ++at_;
        }
    }
}

token lexer::number()
{
    token t;
    t.line = line_;
    const char* start = at_;
    auto hexadecimal = [&](int digits) {
        std::uint64_t v = 0;
        for (int i = 0; i < digits; ++i, ++at_) {
            if (at_ >= end_ || digit_of(*at_) > 15)
                throw syntax_error(line_, "floating-point constant needs " + std::to_string(digits) + " hex digits");
            v = v << 4 | digit_of(*at_);
        }
        return v;
    };
    if (*at_ == '0' && at_ + 1 < end_) {
        const char c = at_[1];
        if (c == 'f' || c == 'F') {
            at_ += 2;
            t.kind = token_kind::real32;
            t.value = hexadecimal(8);
            t.text = {start, std::size_t(at_ - start)};
            return t;
        }
        if (c == 'd' || c == 'D') {
            at_ += 2;
            t.kind = token_kind::real64;
            t.value = hexadecimal(16);
            t.text = {start, std::size_t(at_ - start)};
            return t;
        }
    }
    int base = 10;
    if (*at_ == '0' && at_ + 1 < end_) {
        if (at_[1] == 'x' || at_[1] == 'X') {
            base = 16;
            at_ += 2;
        } else if (at_[1] == 'b' || at_[1] == 'B') {
            base = 2;
            at_ += 2;
        } else if (at_[1] >= '0' && at_[1] <= '7') {
            base = 8;
            at_ += 1;
        }
    }
    std::uint64_t v = 0;
    while (at_ < end_ && digit_of(*at_) < base)
        v = v * base + digit_of(*at_++);
    if (base == 10 && at_ + 1 < end_ && *at_ == '.' && at_[1] >= '0' && at_[1] <= '9') {
        double d = 0; // not strtod, which depends on the program's locale
        const auto [after, error] = std::from_chars(start, end_, d);
        if (error != std::errc()) throw syntax_error(line_, "no double holds this constant");
        at_ = after;
        t.kind = token_kind::real64;
        std::memcpy(&t.value, &d, 8);
    } else {
        t.kind = token_kind::integer;
        t.value = v;
        if (at_ < end_ && (*at_ == 'U' || *at_ == 'u')) {
            t.is_unsigned = true;
            ++at_;
        }
    }
    t.text = {start, std::size_t(at_ - start)};
    return t;
}

token lexer::next()
{
    skip_blanks();
    token t;
    t.line = line_;
    if (at_ >= end_) return t;
    const char c = *at_;
    const char* start = at_;
    if (is_name_start(c) && !(c == '%' && (at_ + 1 == end_ || !is_name_part(at_[1])))) { // "7 % 4" has no register
        while (at_ < end_ && is_name_part(*at_))
            ++at_;
        t.kind = token_kind::name;
        t.text = {start, std::size_t(at_ - start)};
        return t;
    }
    if (c >= '0' && c <= '9') return number();
    if (c == '.' && at_ + 1 < end_ && is_name_part(at_[1])) {
        ++at_;
        while (at_ < end_ && (is_name_part(*at_) || (*at_ == ':' && at_ + 1 < end_ && at_[1] == ':'))) {
            at_ += *at_ == ':' ? 2 : 1;
        }
        t.kind = token_kind::dotted;
        t.text = {start + 1, std::size_t(at_ - start - 1)};
        return t;
    }
    if (c == '"') {
        ++at_;
        while (at_ < end_ && *at_ != '"')
            ++at_;
        if (at_ >= end_) throw syntax_error(line_, "string without an end");
        t.kind = token_kind::string;
        t.text = {start + 1, std::size_t(at_ - start - 1)};
        ++at_;
        return t;
    }
    ++at_;
    t.kind = token_kind::symbol;
    t.symbol = c;
    t.text = {start, 1};
    return t;
}

} // namespace cuda_emulator::ptx
