// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses declarations of variables, for the grammars of modules and of functions.
#pragma once

#include "ptx/constant_expression.h"
#include "ptx/parser.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator::ptx {

class parser_base : protected constant_parser {
public:
    using constant_parser::constant_parser;

protected:
    static space space_from_name(std::string_view s)
    {
        if (s == "global") return space::global;
        if (s == "shared" || s == "shared::cta") return space::shared;
        if (s == "local") return space::local;
        if (s == "const") return space::constant;
        if (s == "param") return space::param;
        return space::none;
    }

    // Parses a declaration after its state space: ".align 8 .v2 .f32 name[2][3] = {…}". Gives a variable for each
    // declared name.
    void declaration(variable v, bool may_initialise, std::vector<variable>& out)
    {
        for (;;) {
            if (accept_dotted("align")) {
                const std::int64_t alignment = integer();
                if (alignment < 1 || (alignment & (alignment - 1))) fail("Alignment must be a power of two");
                if (alignment > 1 << 20) fail("an alignment of " + std::to_string(alignment) + " bytes");
                v.alignment = static_cast<int>(alignment);
            } else if (accept_dotted("attribute")) {
                expect('(');
                if (accept_dotted("managed")) v.is_managed = true;
                skip_to_parenthesis();
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
                    const auto n = static_cast<std::uint64_t>(integer());
                    if (n && count > largest / n) fail("'" + std::string(one.name) + "' is too large");
                    count *= n;
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
            if (!one.initial.empty()) refuse_initial_value(one);
            one.unsized = unsized;
            one.size = unsized ? 0 : count * element * v.vector;
            // The sizes of a thread's and of a block's memory must fit into 32 bits.
            if (one.size > largest || (v.space != space::global && v.space != space::constant && one.size > 1 << 24))
                fail("'" + std::string(one.name) + "' is too large");
            out.push_back(std::move(one));
            if (!may_initialise || !accept(',')) break;
        }
    }

private:
    static constexpr std::uint64_t largest = std::uint64_t{1} << 48; // of elements, and of bytes

    // Only variables of a module's memory, which the module itself defines, begin with a value.
    void refuse_initial_value(const variable& v)
    {
        const std::string no_value = "No initial value is allowed for ";
        if (v.space != space::global && v.space != space::constant)
            fail(no_value + "'" + std::string(v.name) + "' in this state space");
        if (v.is_extern) fail(no_value + "external symbol '" + std::string(v.name) + "'");
    }

    void initialiser(variable& v)
    {
        const level one_more(*this);
        if (accept('{')) {
            while (!accept('}')) {
                initialiser(v);
                if (!accept(',') && !is('}')) unexpected("',' or '}'");
            }
            return;
        }
        initial_value x;
        if (token_.kind == token_kind::name && token_.text != "WARP_SZ") {
            x = symbol_value();
        } else if (token_.kind == token_kind::integer && next_is('(')) { // 0xff00(symbol): one byte of an address
            const std::uint64_t mask = token_.value;
            advance();
            expect('(');
            x = symbol_value();
            expect(')');
            x.one_byte = true;
            while (x.shift < 64 && mask >> x.shift && !(mask >> x.shift & 1))
                x.shift += 8;
        } else {
            const constant c = constant_expression();
            x.bits = c.type == type::f64 && v.type == type::f32 ? narrowed(c.bits) : c.bits;
        }
        v.initial.push_back(x);
    }
    // Gives the bits of the float nearest to a double.
    static std::uint32_t narrowed(std::uint64_t bits)
    {
        double d;
        std::memcpy(&d, &bits, 8);
        const auto f = static_cast<float>(d);
        std::uint32_t b;
        std::memcpy(&b, &f, 4);
        return b;
    }
    initial_value symbol_value()
    {
        initial_value x;
        std::string_view s = name();
        if (s == "generic" && accept('(')) {
            x.generic = true;
            s = name();
            if (accept('+')) x.addend = static_cast<std::int64_t>(integer_constant());
            expect(')');
        }
        x.symbol = s;
        if (accept('+')) {
            x.addend += static_cast<std::int64_t>(integer_constant());
        } else if (accept('-')) {
            x.addend -= static_cast<std::int64_t>(integer_constant());
        }
        return x;
    }
};

} // namespace cuda_emulator::ptx
