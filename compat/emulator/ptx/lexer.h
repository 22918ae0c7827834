// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits PTX text into tokens; every token knows its line.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cuda_emulator::ptx {

//! Anything wrong with the text: the message begins with the PTX line.
struct syntax_error : std::runtime_error {
    syntax_error(int line, const std::string& what)
        : std::runtime_error("PTX line " + std::to_string(line) + ": " + what)
        , line(line)
    {
    }
    int line;
};

enum class token_kind : std::uint8_t {
    end,
    name,    //!< identifier or register; also an opcode
    dotted,  //!< ".name", adjacent to what precedes it or not; text is without the dot
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

    //! Where the next token begins, for reading a function body later.
    const char* position() const { return at_; }
    int line() const { return line_; }

    //! Skips to behind the brace that closes the one just read; strings and comments may hold braces.
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
