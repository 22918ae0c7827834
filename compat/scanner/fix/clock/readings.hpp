// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the host reads its clock.
#pragma once

#include <optional>
#include <string>

#include "source/program.hpp"

namespace scanner {

enum class clock_kind { ticks, chrono, time_of_day, posix };

// start = clock(); and its kind, as a statement of its own.
struct reading {
    std::size_t first, last; // its tokens, the ; included
    std::string name;
    clock_kind kind;
    bool declares;
    std::string clock; // of clock_gettime: which one
};

// The reading whose function's name is at i.
std::optional<reading> reading_at(const program& source, std::size_t i);
// The next call of the clock behind a token, also one in an expression; `end` where there is none.
std::size_t next_clock(const program& source, std::size_t behind, std::size_t end);
// The first word of the type of such a reading where that ends before token i; else i.
std::size_t type_before(const program& source, std::size_t i, clock_kind kind);

} // namespace scanner
