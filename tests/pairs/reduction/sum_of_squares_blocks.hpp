// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "sum_of_squares.hpp"

namespace pairs::reduction {

struct sum_of_squares_blocks : sum_of_squares<sum_of_squares_blocks> {
    static constexpr const char* slug = "reduction/sum_of_squares_blocks";
    static constexpr const char* summary = "sum of squares; the CPU adds a partial sum per thread";
};

} // namespace pairs::reduction
