// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits PTX text into tokens. Each token has its line.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cuda_emulator::ptx {

//! Reports an error in the text. The message begins with the PTX line.
struct syntax_error : std::runtime_error {
    syntax_error(int line, const std::string& what)
        : std::runtime_error("PTX line " + std::to_string(line) + ": " + what)
        , line(line)
        , reason(what)
    {
    }
    int line;
    std::string reason; //!< the message without the line
};

enum class token_kind : std::uint8_t {
    end,
    name,    //!< identifier or register; also an opcode
    dotted,  //!< ".name", with or without a blank before it; text is without the dot
    integer, //!< bits in `value`; `is_unsigned` after a U suffix
    real32,  //!< 0f…: the 32 bits in `value`
    real64,  //!< 0d… or a decimal with a point: the 64 bits in `value`
    string,  //!< text without the quotes
    symbol,  //!< one character of punctuation
};

struct token {
    token_kind kind = token_kind::end;
    bool is_unsigned = false;
    char symbol = 0;
    int line = 0;
    std::string_view text;
    std::uint64_t value = 0;
};

class lexer {
public:
    explicit lexer(std::string_view text, int first_line = 1)
        : begin_(text.data())
        , at_(text.data())
        , end_(text.data() + text.size())
        , line_(first_line)
    {
    }

    token next();

    //! The beginning of the next token, from which a function body can be read later.
    const char* position() const { return at_; }
    int line() const { return line_; }

    //! Skips the text up to the closing brace of a block, and the brace. Braces in strings and comments do not count.
    void skip_block();

private:
    void skip_blanks();
    token number();

    const char* begin_;
    const char* at_;
    const char* end_;
    int line_;
};

} // namespace cuda_emulator::ptx
