// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that the compiler made unconditional: which lanes need what they bring?
//
// nvcc turns `if (t == 0) x += s[0];` into a load by all threads and a selp. In the source thread 0 alone reads s[0],
// so the reads of the others are no race with its next write, and no use of what was never written. A load whose value
// goes nowhere but into selp, and into `and` and `or` of predicates, counts for the lanes that these let through.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <functional>

namespace cuda_emulator {

//! Lanes for which one of some conjunctions of predicates holds.
struct needed_lanes {
    struct literal {
        operand_slot predicate;
        std::uint32_t invert; //!< all ones: the predicate must be false
    };
    std::vector<std::vector<literal>> any_of;

    std::uint32_t of(warp& w) const
    {
        std::uint32_t any = 0;
        for (const auto& all_of : any_of) {
            std::uint32_t lanes = all_lanes;
            for (const literal& l : all_of)
                lanes &= *slot<std::uint32_t>(w, l.predicate) ^ l.invert;
            any |= lanes;
        }
        return any;
    }
};

//! Which value a register's place holds at an instruction of the code: registers share places.
struct value_numbers {
    std::function<std::uint32_t(operand_slot, std::uint32_t instruction)> of;
    std::uint32_t count = 0;
};

//! Gives the loads of shared memory that not all lanes need a needed_lanes as `extra`.
void mark_speculative_loads(decoded_function&, const value_numbers&);

} // namespace cuda_emulator
