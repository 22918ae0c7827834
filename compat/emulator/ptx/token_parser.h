// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A look-ahead of one token, and the functions that all grammars use.
#pragma once

#include "ptx/lexer.h"

namespace cuda_emulator::ptx {

class token_parser {
public:
    token_parser(std::string_view text, int line)
        : lexer_(text, line)
    {
        advance();
    }

protected:
    //! Counts a level of nesting while it lives. A text with more levels than any real program would exhaust the stack.
    class level {
    public:
        explicit level(token_parser& p)
            : parser_(p)
        {
            if (++parser_.levels_ > 200) parser_.fail("nested too deeply");
        }
        ~level() { --parser_.levels_; }
        level(const level&) = delete;

    private:
        token_parser& parser_;
    };

    [[noreturn]] void fail(const std::string& what) const { throw syntax_error(token_.line, what); }
    [[noreturn]] void unexpected(const std::string& wanted) const
    {
        fail("expected " + wanted + ", found " +
             (token_.kind == token_kind::end ? std::string("the end of the text")
                                             : "'" + std::string(token_.text) + "'"));
    }

    void advance() { token_ = lexer_.next(); }
    //! Gives the token after the current one.
    token ahead() const
    {
        lexer copy = lexer_;
        return copy.next();
    }
    bool next_is(char c) const
    {
        const token t = ahead();
        return t.kind == token_kind::symbol && t.symbol == c;
    }
    bool is(char c) const { return token_.kind == token_kind::symbol && token_.symbol == c; }
    bool is_dotted(std::string_view s) const { return token_.kind == token_kind::dotted && token_.text == s; }
    bool accept(char c)
    {
        if (!is(c)) return false;
        advance();
        return true;
    }
    bool accept_dotted(std::string_view s)
    {
        if (!is_dotted(s)) return false;
        advance();
        return true;
    }
    void expect(char c)
    {
        if (!accept(c)) unexpected(std::string("'") + c + "'");
    }
    std::string_view name()
    {
        if (token_.kind != token_kind::name) unexpected("a name");
        const std::string_view s = token_.text;
        advance();
        return s;
    }
    std::int64_t integer()
    {
        const bool minus = accept('-');
        if (token_.kind != token_kind::integer) unexpected("an integer");
        const std::uint64_t v = token_.value;
        advance();
        return static_cast<std::int64_t>(minus ? 0 - v : v);
    }
    //! Skips the text after a '(' up to its ')', and the ')'.
    void skip_to_parenthesis()
    {
        while (!accept(')')) {
            if (token_.kind == token_kind::end) unexpected("')'");
            advance();
        }
    }
    void skip_to_semicolon()
    {
        while (!is(';')) {
            if (token_.kind == token_kind::end) unexpected("';'");
            advance();
        }
        advance();
    }

    lexer lexer_;
    token token_;

private:
    int levels_ = 0;
};

} // namespace cuda_emulator::ptx
