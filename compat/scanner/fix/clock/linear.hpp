// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates an arithmetic expression as a linear combination of two readings. The coefficients determine the unit.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "readings.hpp"

namespace scanner {

// Arithmetic types of C with a long of 64 bits, in the order of the usual arithmetic conversions.
enum class arithmetic_type {
    of_int,
    of_unsigned,
    of_long,
    of_unsigned_long,
    of_long_long,
    of_unsigned_long_long,
    of_float,
    of_double
};

const char* name_of(arithmetic_type type);
inline bool is_whole(arithmetic_type type) { return type < arithmetic_type::of_float; }

struct linear_value {
    arithmetic_type type = arithmetic_type::of_int;
    double number = 0; // the constant term
    // The coefficients of the readings. For clock() they count ticks. For other clocks they count seconds, and
    // fractions of a second in the `_part` members.
    double start = 0, stop = 0, start_part = 0, stop_part = 0;
    int ticks = 0;         // exponent of CLOCKS_PER_SEC in the value
    double resolution = 0; // seconds that an integer division or a conversion may have truncated
};

class linear_expression {
public:
    linear_expression(const program& source, const reading& start, const reading& stop)
        : source_(source)
        , start_(start)
        , stop_(stop)
    {
    }

    // Evaluates the tokens [first, end). Returns nothing if a token is unknown.
    std::optional<linear_value> whole(std::size_t first, std::size_t end) const;
    // Evaluates a product up to its first unknown factor. Returns the value and the next token after each factor.
    std::vector<std::pair<linear_value, std::size_t>> factors(std::size_t first, std::size_t end) const;

private:
    using result = std::optional<linear_value>;

    // Each function begins at `i` and sets `i` to the token after its operand.
    result sum(std::size_t& i, std::size_t end) const;
    result product(std::size_t& i, std::size_t end) const;
    result factor(std::size_t& i, std::size_t end) const;
    result converted(std::size_t& i, std::size_t end) const;
    result primary(std::size_t& i, std::size_t end) const;
    result name(std::size_t& i, std::size_t end) const;

    std::optional<std::size_t> macro(std::string_view name) const;
    std::optional<arithmetic_type> type(std::size_t first, std::size_t end) const;
    bool is(std::size_t i, std::string_view mark) const { return i < source_.size() && source_.at(i).is_mark(mark); }
    double per_second(const linear_value& value) const;
    result add(const linear_value& a, const linear_value& b, int sign) const;
    result multiply(const linear_value& a, const linear_value& b) const;
    result divide(const linear_value& a, const linear_value& b) const;
    linear_value convert(linear_value value, arithmetic_type to) const;

    const program& source_;
    const reading &start_, &stop_;
    mutable int depth_ = 0; // nesting of brackets and conversions
};

// The time between two readings: its units per second and its type. elapsed() returns nothing for any other value.
struct elapsed_time {
    double per_second;
    arithmetic_type type;
    double resolution; // in seconds
};

std::optional<elapsed_time> elapsed(const linear_value& value, clock_kind kind);

} // namespace scanner
