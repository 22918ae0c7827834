// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "sum_of_squares.hpp"

namespace pairs::reduction {

struct sum_of_squares_tree : sum_of_squares<sum_of_squares_tree> {
    static constexpr const char* slug = "reduction/sum_of_squares_tree";
    static constexpr const char* summary = "sum of squares; each block adds as a tree of neighbours";
};

} // namespace pairs::reduction
