// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that the compiler made unconditional, and the lanes that need the result.
//
// nvcc turns `if (t == 0) x += s[0];` into a load by all threads and a selp. In the source, only thread 0 reads s[0].
// The other threads' reads must not race with its next write, and must not count as uses of unwritten memory. If the
// value reaches only selp, and `and` and `or` of predicates, these instructions select the lanes that need it. The load
// counts for the selected lanes.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <functional>

namespace cuda_emulator {

//! Lanes for which one of several conjunctions of predicates holds.
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

//! Maps a slot at an instruction to the number of the value that the slot holds there. Registers share slots.
struct value_numbers {
    std::function<std::uint32_t(operand_slot, std::uint32_t instruction)> of;
    std::uint32_t count = 0;
};

//! Sets `extra` to a needed_lanes for each load of shared memory that not all lanes need.
void mark_speculative_loads(decoded_function&, const value_numbers&);

} // namespace cuda_emulator
