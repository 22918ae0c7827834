// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "sum_of_squares.hpp"

namespace pairs::reduction {

struct sum_of_squares_thread0 : sum_of_squares<sum_of_squares_thread0> {
    static constexpr const char* slug = "reduction/sum_of_squares_thread0";
    static constexpr const char* summary = "sum of squares; one thread of each block adds the block's sums";

    static result fast(const input& data)
    {
        static const modern_entry call{"fast", slug};
        return timed("fast", call, data);
    }
};

} // namespace pairs::reduction
