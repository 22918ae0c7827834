// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix.hpp"

#include <cmath>

namespace opcode_test {

namespace {

u64 significant(const matrix_type& t, u64 bits)
{
    return std::string(t.name) == "tf32" ? bits & 0xffffe000u : bits; // ten bits of mantissa count
}
bool is_float(const matrix_type& t) { return t.f.exponent_bits > 0; }

s64 integer(const matrix_type& t, u64 bits)
{
    bits = low_bits(bits, t.bits);
    return t.is_signed && bits >> (t.bits - 1) & 1 ? s64(bits) - (s64{1} << t.bits) : s64(bits);
}

u64 from_value(format f, long double v)
{
    if (v == 0) return 0;
    int e = 0;
    const long double m = std::frexp(std::fabs(v), &e);
    return round(f, {v < 0, e - 64, u128(std::ldexp(m, 64)), false}, mode::nearest);
}

} // namespace

matrix multiplied(const matrix& a, const matrix& b, const matrix& c, const matrix_type& ta, const matrix_type& tb,
                  const matrix_type& tc, const matrix_type& td, const rule& how)
{
    matrix d(a.rows, b.columns);
    for (int i = 0; i < d.rows; ++i)
        for (int j = 0; j < d.columns; ++j) {
            if (!is_float(ta)) {
                s64 sum = integer(tc, c(i, j));
                for (int k = 0; k < a.columns; ++k)
                    sum += ta.bits == 1 ? s64(how.conjunction ? a(i, k) & b(k, j) : a(i, k) ^ b(k, j))
                                        : integer(ta, a(i, k)) * integer(tb, b(k, j));
                if (how.saturates) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
                d(i, j) = u32(sum);
            } else if (ta.bits == 64) {
                u64 sum = c(i, j);
                for (int k = 0; k < a.columns; ++k)
                    sum = fused(double_format, a(i, k), b(k, j), sum, how.m);
                d(i, j) = sum;
            } else {
                // Exact: what random_element makes is a multiple of 2^-32 at most, and below 2^12.
                long double sum = value(tc.f, c(i, j));
                for (int k = 0; k < a.columns; ++k)
                    sum += value(ta.f, significant(ta, a(i, k))) * value(tb.f, significant(tb, b(k, j)));
                d(i, j) = from_value(td.f, sum);
            }
        }
    return d;
}

u64 random_element(const matrix_type& t, bool accumulator, bool whole, generator& g)
{
    if (!is_float(t)) {
        if (accumulator && !whole) // sums that overflow, and others
            return u32(g() % 3 == 0 ? 0x7fffff00 + g() % 512 : g() % 2 ? 0x80000000 + g() % 256 : g());
        return low_bits(accumulator ? g() % 100 : g(), t.bits);
    }
    if (whole) return from_value(t.f, (long double)(s64(g() % 9) - 4));
    if (t.bits == 64) { // everything that a double can be
        const u64 any = g();
        if (any % 7 == 0) return g();
        return (g() & double_format.sign()) | (1023 - 20 + g() % 40) << 52 | g() >> 12;
    }
    // Exponents of -6 to 0.
    const u64 exponent = u64(t.f.bias() - 6) + g() % 7, mantissa = low_bits(g(), std::min(10, t.f.mantissa_bits));
    const u64 noise = std::string(t.name) == "tf32" ? g() % 0x2000 : 0; // bits that do not count
    const int shift = t.f.mantissa_bits - std::min(10, t.f.mantissa_bits);
    return (g() & 1 ? t.f.sign() : 0) | exponent << t.f.mantissa_bits | mantissa << shift | noise;
}

u64 random_register(const matrix_type& t, bool accumulator, bool whole, generator& g)
{
    if (t.bits == 64) return random_element(t, accumulator, whole, g);
    u64 r = 0;
    for (int at = 0; at < 32; at += t.bits)
        r |= random_element(t, accumulator, whole, g) << at;
    return r;
}

std::function<bool(const u64*, int, u64, u64)> tolerance(const matrix_type& t, int k)
{
    if (!is_float(t)) return nullptr;
    if (t.bits == 64)
        return
            [](const u64*, int, u64 got, u64 want) { return double_format.is_nan(got) && double_format.is_nan(want); };
    // k additions, each of which cuts off a last place of a sum that never exceeds 4 k + 2.
    const long double bound = (k + 1) * std::ldexp(4.0L * k + 2, -t.f.mantissa_bits);
    return [=](const u64*, int, u64 got, u64 want) {
        const u64 mask = low_bits(~u64{0}, t.bits);
        for (int at = 0; at < 32; at += t.bits) {
            const u64 g = got >> at & mask, w = want >> at & mask;
            if (t.f.is_nan(g) || !(std::fabs(value(t.f, g) - value(t.f, w)) <= bound)) return false;
        }
        return true;
    };
}

} // namespace opcode_test
