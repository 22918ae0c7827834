// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/constant_expression.h"

#include <cstring>

namespace cuda_emulator::ptx {

namespace {

double real(constant c)
{
    double d;
    std::memcpy(&d, &c.bits, 8);
    return d;
}
constant of(double d)
{
    constant c{type::f64, 0};
    std::memcpy(&c.bits, &d, 8);
    return c;
}
constant of(bool b) { return {type::s64, std::uint64_t{b}}; }

bool is_true(constant c) { return c.type == type::f64 ? real(c) != 0 : c.bits != 0; }

enum class op {
    logical_or,
    logical_and,
    bit_or,
    bit_xor,
    bit_and,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    shl,
    shr,
    add,
    sub,
    mul,
    div,
    rem
};

// Applies an operation after C's usual conversions: both operands double, both unsigned, or both signed.
template <class T>
bool compare(op o, T a, T b)
{
    switch (o) {
    case op::eq:
        return a == b;
    case op::ne:
        return a != b;
    case op::lt:
        return a < b;
    case op::le:
        return a <= b;
    case op::gt:
        return a > b;
    default:
        return a >= b;
    }
}

} // namespace

struct constant_parser::operation {
    const char* text;
    int precedence;
    op what;
};

const constant_parser::operation* constant_parser::operation_here() const
{
    // Longer operators come first.
    static const operation all[] = {{"||", 1, op::logical_or}, {"&&", 2, op::logical_and}, {"==", 6, op::eq},
                                    {"!=", 6, op::ne},         {"<=", 7, op::le},          {">=", 7, op::ge},
                                    {"<<", 8, op::shl},        {">>", 8, op::shr},         {"|", 3, op::bit_or},
                                    {"^", 4, op::bit_xor},     {"&", 5, op::bit_and},      {"<", 7, op::lt},
                                    {">", 7, op::gt},          {"+", 9, op::add},          {"-", 9, op::sub},
                                    {"*", 10, op::mul},        {"/", 10, op::div},         {"%", 10, op::rem}};
    for (const operation& o : all)
        if (is(o.text[0]) && (!o.text[1] || next_is(o.text[1]))) return &o;
    return nullptr;
}

constant constant_parser::primary()
{
    constant c;
    switch (token_.kind) {
    case token_kind::integer:
        // A literal is signed if it fits and has no U suffix.
        c = {token_.is_unsigned || token_.value >> 63 ? type::u64 : type::s64, token_.value};
        break;
    case token_kind::real32:
        c = {type::f32, token_.value};
        break;
    case token_kind::real64:
        c = {type::f64, token_.value};
        break;
    default:
        if (token_.kind == token_kind::name && token_.text == "WARP_SZ") {
            c.bits = 32;
            break;
        }
        if (!accept('(')) unexpected("a constant");
        if (is_dotted("s64") || is_dotted("u64")) { // a cast
            const type t = is_dotted("s64") ? type::s64 : type::u64;
            advance();
            expect(')');
            c = unary();
            if (is_float(c.type)) fail("a cast of a constant that is no integer");
            return {t, c.bits};
        }
        c = constant_expression();
        expect(')');
        return c;
    }
    advance();
    return c;
}

constant constant_parser::unary()
{
    const level one_more(*this);
    if (accept('+')) return unary();
    const bool minus = is('-'), complement = is('~'), negation = is('!');
    if (!minus && !complement && !negation) return primary();
    advance();
    const constant c = unary();
    if (c.type == type::f32 || (is_float(c.type) && !minus)) fail("this operator takes no such constant");
    if (negation) return of(!is_true(c));
    if (complement) return {type::u64, ~c.bits};
    return c.type == type::f64 ? of(-real(c)) : constant{c.type, 0 - c.bits};
}

constant constant_parser::apply(const operation& o, constant a, constant b) const
{
    if (a.type == type::f32 || b.type == type::f32) fail("a 0f constant does not belong in an expression");
    const bool compares = o.precedence == 6 || o.precedence == 7;
    if (a.type == type::f64 || b.type == type::f64) {
        if (a.type != b.type) fail("an integer and a floating-point constant in one expression");
        const double x = real(a), y = real(b);
        if (compares) return of(compare(o.what, x, y));
        switch (o.what) {
        case op::add:
            return of(x + y);
        case op::sub:
            return of(x - y);
        case op::mul:
            return of(x * y);
        case op::div:
            return of(x / y);
        default:
            fail("this operator takes integers");
        }
    }
    const bool is_signed = a.type == type::s64 && b.type == type::s64;
    const type usual = is_signed ? type::s64 : type::u64;
    const auto x = static_cast<std::int64_t>(a.bits), y = static_cast<std::int64_t>(b.bits);
    if (compares) return of(is_signed ? compare(o.what, x, y) : compare(o.what, a.bits, b.bits));
    switch (o.what) {
    case op::logical_or:
        return of(a.bits || b.bits);
    case op::logical_and:
        return of(a.bits && b.bits);
    case op::bit_or:
        return {type::u64, a.bits | b.bits};
    case op::bit_xor:
        return {type::u64, a.bits ^ b.bits};
    case op::bit_and:
        return {type::u64, a.bits & b.bits};
    case op::shl:
        return {a.type, b.bits > 63 ? 0 : a.bits << b.bits};
    case op::shr:
        if (a.type == type::s64) return {a.type, static_cast<std::uint64_t>(x >> (b.bits > 63 ? 63 : b.bits))};
        return {a.type, b.bits > 63 ? 0 : a.bits >> b.bits};
    case op::add:
        return {usual, a.bits + b.bits};
    case op::sub:
        return {usual, a.bits - b.bits};
    case op::mul:
        return {usual, a.bits * b.bits};
    default:
        break;
    }
    if (b.bits == 0) fail("division by zero in a constant expression");
    if (o.what == op::rem) return {type::s64, a.bits % b.bits};
    if (!is_signed) return {usual, a.bits / b.bits};
    return {usual, y == -1 ? 0 - a.bits : static_cast<std::uint64_t>(x / y)};
}

constant constant_parser::binary(int lowest)
{
    constant a = unary();
    for (;;) {
        const operation* o = operation_here();
        if (!o || o->precedence < lowest) return a;
        advance();
        if (o->text[1]) advance();
        a = apply(*o, a, binary(o->precedence + 1));
    }
}

constant constant_parser::constant_expression()
{
    const level one_more(*this);
    const constant c = binary(1);
    if (!accept('?')) return c;
    constant a = constant_expression();
    expect(':');
    constant b = constant_expression();
    if (is_float(a.type) != is_float(b.type)) fail("an integer and a floating-point constant in one expression");
    if (a.type != b.type) a.type = b.type = type::u64;
    return is_true(c) ? a : b;
}

std::uint64_t constant_parser::integer_constant()
{
    const constant c = constant_expression();
    if (is_float(c.type)) fail("expected an integer");
    return c.bits;
}

} // namespace cuda_emulator::ptx
