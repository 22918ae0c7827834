// What the grammars of modules and of functions share: a token of look-ahead, and variable declarations.
#pragma once

#include "ptx/parser.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator::ptx {

class parser_base {
public:
    parser_base(std::string_view text, int line)
        : lexer_(text, line)
    {
        advance();
    }

protected:
    [[noreturn]] void fail(const std::string& what) const { throw syntax_error(token_.line, what); }
    [[noreturn]] void unexpected(const std::string& wanted) const
    {
        fail("expected " + wanted + ", found " +
             (token_.kind == token_kind::end ? std::string("the end of the text")
                                             : "'" + std::string(token_.text) + "'"));
    }

    void advance() { token_ = lexer_.next(); }
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
        const auto v = static_cast<std::int64_t>(token_.value);
        advance();
        return minus ? -v : v;
    }
    void skip_to_semicolon()
    {
        while (!is(';')) {
            if (token_.kind == token_kind::end) unexpected("';'");
            advance();
        }
        advance();
    }

    static space space_from_name(std::string_view s)
    {
        if (s == "global") return space::global;
        if (s == "shared" || s == "shared::cta") return space::shared;
        if (s == "local") return space::local;
        if (s == "const") return space::constant;
        if (s == "param") return space::param;
        return space::none;
    }

    // Behind the state space: ".align 8 .v2 .f32 name[2][3] = {…}". Gives one variable per declared name.
    void declaration(variable v, bool may_initialise, std::vector<variable>& out)
    {
        for (;;) {
            if (accept_dotted("align")) {
                v.alignment = static_cast<int>(integer());
            } else if (accept_dotted("attribute")) {
                expect('(');
                if (accept_dotted("managed")) v.is_managed = true;
                while (!accept(')'))
                    advance();
            } else if (accept_dotted("ptr")) { // .ptr .global .align 8: of a kernel parameter
                while (is_dotted("global") || is_dotted("shared") || is_dotted("local") || is_dotted("const") ||
                       is_dotted("generic"))
                    advance();
                if (accept_dotted("align")) integer();
            } else if (is_dotted("v2") || is_dotted("v4")) {
                v.vector = token_.text[1] - '0';
                advance();
            } else if (token_.kind == token_kind::dotted) {
                v.type = type_from_name(token_.text);
                if (v.type == type::none) fail("unknown type or attribute '." + std::string(token_.text) + "'");
                advance();
            } else {
                break;
            }
        }
        if (v.type == type::none) unexpected("a type");
        const int element = size_of(v.type);
        v.alignment = std::max(v.alignment, element * v.vector);
        for (;;) {
            variable one = v;
            one.line = token_.line;
            one.name = name();
            std::uint64_t count = 1;
            bool unsized = false;
            while (accept('[')) {
                if (is(']')) {
                    unsized = true;
                } else {
                    count *= static_cast<std::uint64_t>(integer());
                }
                expect(']');
            }
            if (may_initialise && accept('=')) {
                initialiser(one);
                if (unsized) {
                    unsized = false;
                    count = one.initial.size();
                }
            }
            one.unsized = unsized;
            one.size = unsized ? 0 : count * element * v.vector;
            out.push_back(std::move(one));
            if (!may_initialise || !accept(',')) break;
        }
    }

private:
    void initialiser(variable& v)
    {
        if (accept('{')) {
            while (!accept('}')) {
                initialiser(v);
                if (!accept(',') && !is('}')) unexpected("',' or '}'");
            }
            return;
        }
        initial_value x;
        const bool minus = accept('-');
        if (token_.kind == token_kind::integer) {
            x.bits = minus ? 0 - token_.value : token_.value;
            advance();
            if (is('(')) { // 0xff00(symbol): one byte of an address
                const std::uint64_t mask = x.bits;
                advance();
                x = symbol_value();
                expect(')');
                x.one_byte = true;
                while (mask >> x.shift && !(mask >> x.shift & 1))
                    x.shift += 8;
            }
        } else if (token_.kind == token_kind::real32 || token_.kind == token_kind::real64) {
            x.bits = token_.value;
            const bool wide = token_.kind == token_kind::real64;
            advance();
            if (wide && v.type == type::f32) {
                double d;
                std::memcpy(&d, &x.bits, 8);
                const float f = static_cast<float>(minus ? -d : d);
                std::uint32_t b;
                std::memcpy(&b, &f, 4);
                x.bits = b;
            } else if (minus) {
                x.bits ^= std::uint64_t{1} << (wide ? 63 : 31);
            }
        } else {
            x = symbol_value();
        }
        v.initial.push_back(x);
    }
    initial_value symbol_value()
    {
        initial_value x;
        std::string_view s = name();
        if (s == "generic" && accept('(')) {
            x.generic = true;
            s = name();
            if (accept('+')) x.addend = integer();
            expect(')');
        }
        x.symbol = s;
        if (accept('+')) {
            x.addend += integer();
        } else if (accept('-')) {
            x.addend -= integer();
        }
        return x;
    }

protected:
    lexer lexer_;
    token token_;
};

} // namespace cuda_emulator::ptx
