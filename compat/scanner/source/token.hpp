// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens of a source, without comments and white space.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace scanner {

enum class token_kind : std::uint8_t {
    identifier,
    number,
    string, // with prefix and quotation marks; raw strings too
    character,
    header_name, // of #include, without the brackets or quotation marks
    punctuation, // one character, or one of :: -> <<< >>>
    directive,   // the word behind #; empty for a line with # alone
    end_of_directive,
    end_of_file, // comes after the last token
};

struct token {
    std::string_view text; // in the source, or in `spliced` if a line splice cuts the token
    std::uint32_t line;    // counted from 1
    std::uint32_t column;  // in bytes, counted from 1
    token_kind kind;
    bool in_directive; // on the line of a directive, a macro's body included
    bool quoted;       // of a header name: in quotation marks

    bool is(std::string_view word) const { return text == word; }
    bool is_name() const { return kind == token_kind::identifier; }
    bool is_name(std::string_view word) const { return is_name() && text == word; }
    bool is_mark(std::string_view mark) const { return kind == token_kind::punctuation && text == mark; }
};

// The tokens point into the source, which must outlive them.
struct tokens {
    std::vector<token> list;
    std::deque<std::string> spliced;
};

} // namespace scanner
