// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the places where the host reads its clock.
#pragma once

#include <optional>
#include <string>

#include "source/program.hpp"

namespace scanner {

enum class clock_kind { ticks, chrono, time_of_day, posix };

// A statement such as start = clock();
struct reading {
    std::size_t first, last; // the statement's tokens, with its semicolon
    std::string name;
    clock_kind kind;
    bool declares;
    std::string clock; // the clock argument of clock_gettime
};

// Returns the reading whose function name is token i.
std::optional<reading> reading_at(const program& source, std::size_t i);
// Returns the next clock call after a token, also inside an expression. Returns `end` without one.
std::size_t next_clock(const program& source, std::size_t behind, std::size_t end);
// Returns the first token of a reading's type that ends before token i. Returns i without such a type.
std::size_t type_before(const program& source, std::size_t i, clock_kind kind);

} // namespace scanner
