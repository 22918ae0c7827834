// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An arithmetic expression as a sum of multiples of two readings: its unit comes out of the multiples.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "readings.hpp"

namespace scanner {

// The types of C's arithmetic on a machine whose long has 64 bits, in the order of its conversions.
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
    double number = 0; // what is in no reading
    // The readings' multiples: of clock() the ticks; else the seconds, and the parts of one.
    double start = 0, stop = 0, start_part = 0, stop_part = 0;
    int ticks = 0;         // the power of CLOCKS_PER_SEC that it is to be multiplied with
    double resolution = 0; // in seconds: what a division of whole numbers or a conversion has cut off
};

class linear_expression {
public:
    linear_expression(const program& source, const reading& start, const reading& stop)
        : source_(source)
        , start_(start)
        , stop_(stop)
    {
    }

    // The whole of the tokens [first, end); nothing where a word of it is not known.
    std::optional<linear_value> whole(std::size_t first, std::size_t end) const;
    // A product as far as its factors are known: what they are, and the token behind them, after each factor.
    std::vector<std::pair<linear_value, std::size_t>> factors(std::size_t first, std::size_t end) const;

private:
    using result = std::optional<linear_value>;

    // Each begins at `i` and leaves it behind what it has read.
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
    mutable int depth_ = 0; // of brackets and conversions within each other
};

// Of the time between two readings: how many of its units are a second, and the type of it. Nothing where it is
// something else.
struct elapsed_time {
    double per_second;
    arithmetic_type type;
    double resolution; // in seconds
};

std::optional<elapsed_time> elapsed(const linear_value& value, clock_kind kind);

} // namespace scanner
