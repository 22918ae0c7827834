// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "warp_value.hpp"

#include <climits>

namespace scanner {
namespace {

using kinds = warp_value::kinds;

constexpr long long warp = 32;

std::optional<long long> folded(std::string_view mark, long long a, long long b)
{
    // Larger numbers might overflow, so their result is unknown.
    constexpr long long most = 1LL << 31;
    if (a > most || a < -most || b > most || b < -most) return {};
    const bool both_positive = a >= 0 && b >= 0;
    if (mark == "+") return a + b;
    if (mark == "-") return a - b;
    if (mark == "*") return a * b;
    if (mark == "/" && b) return a / b;
    if (mark == "%" && b) return a % b;
    if (mark == "<<" && both_positive && b < 31) return a << b;
    if (mark == ">>" && both_positive && b < 63) return a >> b;
    if (mark == "&") return a & b;
    if (mark == "|") return a | b;
    if (mark == "^") return a ^ b;
    return {};
}

bool is_comparison(std::string_view mark)
{
    return mark == "<" || mark == ">" || mark == "<=" || mark == ">=" || mark == "==" || mark == "!=";
}

warp_value of_uniform(std::string_view mark, const warp_value& a, const warp_value& b)
{
    if (a.number && b.number)
        if (const auto number = folded(mark, *a.number, *b.number)) return number_value(*number);
    warp_value result = uniform_value();
    const bool both = a.positive && b.positive;
    result.integer = (a.integer && b.integer) || is_comparison(mark);
    if (mark == "+") result.whole = a.whole && b.whole, result.positive = both;
    if (mark == "-") result.whole = a.whole && b.whole;
    if (mark == "*") result.whole = result.integer && (a.whole || b.whole), result.positive = both;
    if (mark == "/" || mark == "%" || mark == ">>" || mark == "|" || mark == "^") result.positive = both;
    if (mark == "%") result.whole = a.whole && b.whole;
    if (mark == "|" || mark == "^") result.whole = a.whole && b.whole;
    if (mark == "&") result.whole = a.whole || b.whole, result.positive = a.positive || b.positive;
    if (mark == "<<") result.whole = a.whole || (b.number && *b.number >= 5), result.positive = both;
    if (is_comparison(mark)) result.positive = true;
    return result;
}

warp_value of_thread(std::string_view mark, const warp_value& a, const warp_value& b)
{
    warp_value thread = a;
    thread.positive = a.positive && b.positive;
    if ((mark == "+" || mark == "|" || mark == "^") && b.whole) return thread;
    if (mark == "-" && b.whole) {
        thread.positive = false;
        return thread;
    }
    // Division rounds towards zero. Dividing a negative range by 32 therefore does not give one value per warp.
    warp_value same = uniform_value();
    same.integer = true;
    same.positive = thread.positive;
    if (mark == "/" && b.whole && thread.positive) return same;
    if (mark == "%" && b.whole && thread.positive) return thread;
    if (mark == ">>" && b.number && *b.number >= 5 && *b.number < 32) return same;
    if (mark == "&" && b.whole) return same;
    if (mark == "&" && b.number && (*b.number & (warp - 1)) == warp - 1) return thread;
    if ((mark == "<" || mark == ">=") && b.whole) return same;
    if ((mark == "<=" || mark == ">") && b.number && (*b.number + 1) % warp == 0) return same;
    return differing_value();
}

} // namespace

warp_value uniform_value()
{
    warp_value result;
    result.kind = kinds::uniform;
    return result;
}

warp_value number_value(long long number)
{
    warp_value result = uniform_value();
    result.number = number;
    result.whole = number % warp == 0;
    result.positive = number >= 0;
    result.integer = true;
    return result;
}

warp_value thread_value()
{
    warp_value result;
    result.kind = kinds::thread;
    result.positive = result.integer = true;
    return result;
}

warp_value differing_value()
{
    warp_value result;
    result.kind = kinds::differs;
    return result;
}

warp_value joined(const warp_value& a, const warp_value& b)
{
    if (a.kind == kinds::unset) return b;
    if (b.kind == kinds::unset) return a;
    if (a.kind != b.kind || a.kind == kinds::differs) return differing_value();
    warp_value result = a;
    result.whole = a.whole && b.whole;
    result.positive = a.positive && b.positive;
    result.integer = a.integer && b.integer;
    if (a.number != b.number) result.number.reset();
    return result;
}

warp_value applied(std::string_view mark, const warp_value& a, const warp_value& b)
{
    if (a.kind == kinds::differs || b.kind == kinds::differs) return differing_value();
    if (a.kind == kinds::unset || b.kind == kinds::unset) return {};
    if (a.is_same() && b.is_same()) return of_uniform(mark, a, b);
    if (a.kind == kinds::thread && b.is_same()) return of_thread(mark, a, b);
    if (a.is_same() && b.kind == kinds::thread) {
        if (mark == "+" || mark == "|" || mark == "^" || mark == "&") return of_thread(mark, b, a);
        if (mark == "<") return of_thread(">", b, a);
        if (mark == ">") return of_thread("<", b, a);
        if (mark == "<=") return of_thread(">=", b, a);
        if (mark == ">=") return of_thread("<=", b, a);
    }
    return differing_value();
}

} // namespace scanner
