// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace scanner {
namespace {

struct real_format {
    const char* type;
    const char* name;
    int bytes, exponent_bits, fraction_bits;
};
constexpr real_format formats[] = {
    {"f16", "half", 2, 5, 10}, {"bf16", "bfloat16", 2, 8, 7}, {"f32", "float", 4, 8, 23}, {"f64", "double", 8, 11, 52}};

const real_format* format_of(const std::string& type)
{
    for (const real_format& one : formats)
        if (type == one.type) return &one;
    return nullptr;
}

std::uint64_t bits_of(const unsigned char* at, std::size_t bytes)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, std::min<std::size_t>(bytes, 8));
    return bits;
}

double number_of(const real_format& f, std::uint64_t bits)
{
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << f.fraction_bits) - 1);
    const auto exponent = static_cast<int>(bits >> f.fraction_bits & ((1u << f.exponent_bits) - 1));
    const bool negative = bits >> (f.exponent_bits + f.fraction_bits) & 1;
    const int bias = (1 << (f.exponent_bits - 1)) - 1, most = (1 << f.exponent_bits) - 1;
    double value = exponent == most ? (fraction ? std::nan("") : HUGE_VAL)
                   : exponent == 0  ? std::ldexp(double(fraction), 1 - bias - f.fraction_bits)
                                    : std::ldexp(double(fraction | std::uint64_t{1} << f.fraction_bits),
                                                 exponent - bias - f.fraction_bits);
    return negative ? -value : value;
}

enum class real_kind { number, infinite, nan };

real_kind kind_of(const real_format& f, std::uint64_t bits)
{
    const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << (f.exponent_bits + f.fraction_bits));
    const std::uint64_t infinite = ((std::uint64_t{1} << f.exponent_bits) - 1) << f.fraction_bits;
    return magnitude > infinite ? real_kind::nan : magnitude == infinite ? real_kind::infinite : real_kind::number;
}

} // namespace

std::string read_tolerances(const std::string& text, tolerances& result)
{
    std::istringstream in(text);
    for (std::string one; std::getline(in, one, ',');) {
        const std::size_t equals = one.find('=');
        const std::string name = one.substr(0, equals);
        std::string number = equals == one.npos ? "" : one.substr(equals + 1);
        if (number.size() > 3 && number.compare(number.size() - 3, 3, "ulp") == 0) number.resize(number.size() - 3);
        const auto format =
            std::find_if(std::begin(formats), std::end(formats), [&](const real_format& f) { return name == f.name; });
        if (format == std::end(formats)) return "--tolerance: half, bfloat16, float or double, not '" + name + "'";
        if (number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != number.npos)
            return "--tolerance wants units in the last place, as in float=2ulp, not '" + one + "'";
        result[format->type] = std::strtoull(number.c_str(), nullptr, 10);
    }
    return result.empty() ? "--tolerance wants a list such as float=2ulp,double=1ulp" : "";
}

bool is_real(const std::string& type) { return format_of(type) != nullptr; }

std::string name_of_type(const std::string& type)
{
    if (const real_format* f = format_of(type)) return f->name;
    if (type.size() > 1 && (type[0] == 's' || type[0] == 'u'))
        return std::string(type[0] == 'u' ? "u" : "") + "int" + type.substr(1) + "_t";
    return "bits";
}

std::string value_text(const std::string& type, const unsigned char* at, std::size_t bytes)
{
    const std::uint64_t bits = bits_of(at, bytes);
    char text[64];
    if (const real_format* f = format_of(type); f && static_cast<std::size_t>(f->bytes) == bytes) {
        const int digits = f->fraction_bits > 23 ? 17 : f->fraction_bits > 10 ? 9 : 5;
        if (kind_of(*f, bits) == real_kind::nan) // two of them may differ in their bits alone
            std::snprintf(text, sizeof text, "nan (0x%0*llx)", 2 * f->bytes, static_cast<unsigned long long>(bits));
        else
            std::snprintf(text, sizeof text, "%.*g", digits, number_of(*f, bits));
    } else if (!type.empty() && type[0] == 's') {
        const int shift = static_cast<int>(64 - 8 * std::min<std::size_t>(bytes, 8));
        std::snprintf(text, sizeof text, "%lld",
                      static_cast<long long>(static_cast<std::int64_t>(bits << shift) >> shift));
    } else if (!type.empty() && type[0] == 'u') {
        std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(bits));
    } else {
        std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * std::min<std::size_t>(bytes, 8)),
                      static_cast<unsigned long long>(bits));
    }
    return text;
}

std::optional<std::uint64_t> ulp_distance(const std::string& type, const unsigned char* a, const unsigned char* b,
                                          std::size_t bytes)
{
    const real_format* f = format_of(type);
    if (!f || static_cast<std::size_t>(f->bytes) != bytes) return {};
    const std::uint64_t sign = std::uint64_t{1} << (f->exponent_bits + f->fraction_bits);
    const std::uint64_t x = bits_of(a, bytes), y = bits_of(b, bytes);
    if (kind_of(*f, x) != kind_of(*f, y)) return {};
    if (kind_of(*f, x) == real_kind::nan) return 0;
    // Numbers in their order, with one zero.
    const auto in_order = [&](std::uint64_t v) { return v & sign ? sign - (v & (sign - 1)) : sign + v; };
    const std::uint64_t from = in_order(x), to = in_order(y);
    if (kind_of(*f, x) == real_kind::infinite && from != to) return {};
    return from > to ? from - to : to - from;
}

std::size_t bytes_of_type(const std::string& type)
{
    const std::size_t digits = type.find_first_of("0123456789");
    if (digits == type.npos) return 0;
    const std::size_t bits = std::strtoul(type.c_str() + digits, nullptr, 10) * (type.find('x') == type.npos ? 1 : 2);
    return bits % 8 == 0 && bits <= 64 ? bits / 8 : 0;
}

} // namespace scanner
