// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "linear.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace scanner {
namespace {

constexpr double ticks_per_second = 1e6; // POSIX defines this value

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

bool is_constant(const linear_value& one)
{
    return one.start == 0 && one.stop == 0 && one.start_part == 0 && one.stop_part == 0;
}

arithmetic_type common(arithmetic_type a, arithmetic_type b)
{
    const arithmetic_type higher = std::max(a, b), lower = std::min(a, b);
    // long long has as many bits as unsigned long
    if (higher == arithmetic_type::of_long_long && lower == arithmetic_type::of_unsigned_long)
        return arithmetic_type::of_unsigned_long_long;
    return higher;
}

// Parses numbers such as 1000000, 1e6, 1000000.0f and 1000000000L. Rejects octal numbers.
std::optional<linear_value> value_of(std::string text)
{
    linear_value result;
    const bool fraction = text.find_first_of(".eE") != text.npos;
    std::size_t unsigned_ones = 0, longs = 0, floats = 0;
    for (; !text.empty() && std::string("uUlLfF").find(text.back()) != std::string::npos; text.pop_back()) {
        unsigned_ones += text.back() == 'u' || text.back() == 'U';
        longs += text.back() == 'l' || text.back() == 'L';
        floats += text.back() == 'f' || text.back() == 'F';
    }
    if (text.empty() || text.find_first_not_of(fraction ? "0123456789.eE+-" : "0123456789") != text.npos ||
        (fraction ? unsigned_ones + longs + floats > 1 || unsigned_ones
                  : floats || unsigned_ones > 1 || longs > 2 || (text[0] == '0' && text.size() > 1)))
        return {};
    result.number = std::strtod(text.c_str(), nullptr);
    const bool large = result.number > 2147483647.0;
    result.type =
        fraction ? (floats ? arithmetic_type::of_float : arithmetic_type::of_double)
                 : static_cast<arithmetic_type>(2 * std::max(longs, static_cast<std::size_t>(large)) + unsigned_ones);
    return result;
}

} // namespace

const char* name_of(arithmetic_type type)
{
    static const char* const names[] = {"int",       "unsigned",           "long",  "unsigned long",
                                        "long long", "unsigned long long", "float", "double"};
    return names[static_cast<std::size_t>(type)];
}

std::optional<linear_value> linear_expression::whole(std::size_t first, std::size_t end) const
{
    std::size_t i = first;
    const result value = sum(i, end);
    return i == end ? value : std::nullopt;
}

std::vector<std::pair<linear_value, std::size_t>> linear_expression::factors(std::size_t first, std::size_t end) const
{
    std::vector<std::pair<linear_value, std::size_t>> all;
    std::size_t i = first;
    result value = factor(i, end);
    while (value) {
        all.push_back({*value, i});
        if (i >= end || (!is(i, "*") && !is(i, "/"))) break;
        const bool division = is(i, "/");
        const result next = factor(++i, end);
        value = !next ? next : division ? divide(*value, *next) : multiply(*value, *next);
    }
    return all;
}

linear_expression::result linear_expression::sum(std::size_t& i, std::size_t end) const
{
    result value = product(i, end);
    while (value && i < end && (is(i, "+") || is(i, "-"))) {
        const int sign = is(i, "+") ? 1 : -1;
        const result next = product(++i, end);
        value = next ? add(*value, *next, sign) : next;
    }
    return value;
}

linear_expression::result linear_expression::product(std::size_t& i, std::size_t end) const
{
    result value = factor(i, end);
    while (value && i < end && (is(i, "*") || is(i, "/"))) {
        const bool division = is(i, "/");
        const result next = factor(++i, end);
        value = !next ? next : division ? divide(*value, *next) : multiply(*value, *next);
    }
    return value;
}

// A factor with the conversions before it.
linear_expression::result linear_expression::factor(std::size_t& i, std::size_t end) const
{
    constexpr int deepest = 200; // bounds the recursion on arbitrary input
    if (i >= end || depth_ == deepest) return {};
    ++depth_;
    const result value = converted(i, end);
    --depth_;
    return value;
}

linear_expression::result linear_expression::converted(std::size_t& i, std::size_t end) const
{
    if (is(i, "(")) {
        const std::size_t close = source_.closing(i);
        if (close >= end) return {};
        if (const auto to = type(i + 1, close)) {
            i = close + 1;
            const result value = factor(i, end);
            return value ? result(convert(*value, *to)) : value;
        }
    }
    return primary(i, end);
}

linear_expression::result linear_expression::primary(std::size_t& i, std::size_t end) const
{
    const auto in_brackets = [&](std::size_t open) -> result {
        if (!is(open, "(")) return {};
        const std::size_t close = source_.closing(open);
        if (close >= end) return {};
        i = close + 1;
        return whole(open + 1, close);
    };
    const token& one = source_.at(i);
    if (is(i, "(")) return in_brackets(i);
    if (one.kind == token_kind::number) {
        ++i;
        return value_of(std::string(one.text));
    }
    if (!one.is_name()) return {};
    if (one.is("static_cast") && is(i + 1, "<")) {
        const std::size_t angle = source_.closing_angle(i + 1);
        const auto to = angle < end ? type(i + 2, angle) : std::nullopt;
        const result value = to ? in_brackets(angle + 1) : std::nullopt;
        return value ? result(convert(*value, *to)) : value;
    }
    if (const auto to = type(i, i + 1); to && is(i + 1, "(")) {
        const result value = in_brackets(i + 1);
        return value ? result(convert(*value, *to)) : value;
    }
    return name(i, end);
}

linear_expression::result linear_expression::name(std::size_t& i, std::size_t end) const
{
    const token& one = source_.at(i);
    linear_value value;
    value.type = arithmetic_type::of_long;
    if (one.is(start_.name) || one.is(stop_.name)) {
        const bool start = one.is(start_.name);
        if (start_.kind == clock_kind::ticks) {
            ++i;
            (start ? value.start : value.stop) = 1;
            return value;
        }
        if (i + 2 >= end || !is(i + 1, ".")) return {};
        const token& member = source_.at(i + 2);
        i += 3;
        if (member.is("tv_sec"))
            (start ? value.start : value.stop) = 1;
        else if (member.is(start_.kind == clock_kind::time_of_day ? "tv_usec" : "tv_nsec"))
            (start ? value.start_part : value.stop_part) = 1;
        else
            return {};
        return value;
    }
    if (one.is("CLOCKS_PER_SEC")) {
        ++i;
        value.number = value.ticks = 1;
        return value;
    }
    const auto number = macro(one.text);
    if (!number) return {};
    ++i;
    return value_of(std::string(source_.at(*number).text));
}

// Returns the number of a macro such as #define BILLION 1000000000L. The name must have exactly one directive.
std::optional<std::size_t> linear_expression::macro(std::string_view name) const
{
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k + 3 < source_.size(); ++k) {
        if (source_.at(k).kind != token_kind::directive || !source_.at(k + 1).is_name(name)) continue;
        if (!source_.at(k).is("define") || found) return {};
        found = is(k + 2, "(") ? k + 3 : k + 2;
        const std::size_t behind = is(k + 2, "(") ? k + 5 : k + 3;
        if (source_.at(*found).kind != token_kind::number || behind >= source_.size() ||
            (behind == k + 5 && !is(k + 4, ")")) || source_.at(behind).kind != token_kind::end_of_directive)
            return {};
    }
    return found;
}

std::optional<arithmetic_type> linear_expression::type(std::size_t first, std::size_t end) const
{
    bool is_unsigned = false, any = false;
    std::size_t longs = 0;
    std::optional<arithmetic_type> result;
    for (std::size_t i = first; i < end; ++i) {
        const token& one = source_.at(i);
        if (one.is_name("unsigned"))
            is_unsigned = any = true;
        else if (one.is_name("long"))
            ++longs;
        else if (one.is_name("int"))
            any = true;
        else if (result || !one.is_name())
            return {};
        else if (one.is("double") || one.is("float"))
            result = one.is("double") ? arithmetic_type::of_double : arithmetic_type::of_float;
        else if (one.is("int64_t") || one.is("time_t") || one.is("suseconds_t") || one.is("clock_t"))
            result = arithmetic_type::of_long;
        else if (one.is("uint64_t") || one.is("size_t"))
            result = arithmetic_type::of_unsigned_long;
        else
            return {};
    }
    if (result) return longs || any ? std::nullopt : result; // long double is not supported
    if (longs > 2 || (!longs && !any)) return {};
    return static_cast<arithmetic_type>(2 * longs + is_unsigned);
}

// Returns how many units of the value make one second, or 0 for a constant.
double linear_expression::per_second(const linear_value& value) const
{
    const double parts = start_.kind == clock_kind::time_of_day ? 1e6 : 1e9;
    double scale = std::max(std::abs(value.start), std::abs(value.stop));
    if (start_.kind == clock_kind::ticks) return scale * std::pow(ticks_per_second, value.ticks + 1);
    return std::max({scale, parts * std::abs(value.start_part), parts * std::abs(value.stop_part)});
}

linear_expression::result linear_expression::add(const linear_value& a, const linear_value& b, int sign) const
{
    if (a.ticks != b.ticks) return {};
    linear_value sum = a;
    sum.type = common(a.type, b.type);
    sum.number += sign * b.number;
    sum.start += sign * b.start;
    sum.stop += sign * b.stop;
    sum.start_part += sign * b.start_part;
    sum.stop_part += sign * b.stop_part;
    sum.resolution = std::max(a.resolution, b.resolution);
    return sum;
}

linear_expression::result linear_expression::multiply(const linear_value& a, const linear_value& b) const
{
    if (!is_constant(a) && !is_constant(b)) return {};
    linear_value product = is_constant(b) ? a : b;
    const double by = is_constant(b) ? b.number : a.number;
    product.type = common(a.type, b.type);
    product.ticks = a.ticks + b.ticks;
    for (double* one : {&product.number, &product.start, &product.stop, &product.start_part, &product.stop_part})
        *one *= by;
    return product;
}

linear_expression::result linear_expression::divide(const linear_value& a, const linear_value& b) const
{
    if (!is_constant(b) || b.number == 0) return {};
    linear_value quotient = a;
    quotient.type = common(a.type, b.type);
    quotient.ticks = a.ticks - b.ticks;
    for (double* one : {&quotient.number, &quotient.start, &quotient.stop, &quotient.start_part, &quotient.stop_part})
        *one /= b.number;
    if (!is_whole(quotient.type)) return quotient;
    if (is_constant(a)) { // integer division such as 1 / 1000 gives 0
        const double value = quotient.number * std::pow(ticks_per_second, quotient.ticks);
        if (!same(value, std::trunc(value))) return {};
    } else {
        quotient.resolution = std::max(quotient.resolution, 1 / per_second(quotient));
    }
    return quotient;
}

linear_value linear_expression::convert(linear_value value, arithmetic_type to) const
{
    if (is_whole(to) && !is_whole(value.type) && !is_constant(value))
        value.resolution = std::max(value.resolution, 1 / per_second(value));
    if (is_whole(to) && is_constant(value)) value.number = std::trunc(value.number);
    value.type = to;
    return value;
}

std::optional<elapsed_time> elapsed(const linear_value& value, clock_kind kind)
{
    elapsed_time result{value.stop, value.type, value.resolution};
    if (value.stop <= 0 || !same(value.start, -value.stop) || value.number != 0) return {};
    if (kind == clock_kind::ticks) {
        if (value.ticks != -1) return {};
    } else {
        const double parts = kind == clock_kind::time_of_day ? 1e6 : 1e9;
        if (value.ticks != 0 || !same(value.stop_part * parts, value.stop) || !same(value.start_part, -value.stop_part))
            return {};
    }
    bool known = false;
    for (const double unit : {1., 1e3, 1e6, 1e9})
        if (same(result.per_second, unit)) {
            result.per_second = unit;
            known = true;
        }
    if (!known) return {};
    if (is_whole(result.type)) result.resolution = std::max(result.resolution, 1 / result.per_second);
    return result;
}

} // namespace scanner
