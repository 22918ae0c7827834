// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects by which threads of a block synchronise, and the clock of each. A release adds the lanes' knowledge to
// the clock; an acquire adds the clock to the lanes' knowledge (happens_before.h).
#pragma once

#include "check/happens_before.h"
#include "isa/integers.h"

#include <array>
#include <map>

namespace cuda_emulator {

struct synchronisation_clocks {
    //! 16 barriers of the block, two that the cluster uses in turn, and two for each warpgroup.
    std::array<vector_clock, 34> barriers;
    std::map<u32, vector_clock> in_shared; //!< atomics, flags and mbarriers in shared memory, by cell
    vector_clock global;                   //!< all of global memory counts as one object
};

} // namespace cuda_emulator
