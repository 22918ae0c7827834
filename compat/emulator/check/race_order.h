// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What would order two accesses of a kernel that race.
#pragma once

#include "check/barrier_paths.h"
#include "check/explanation.h"

#include <string>

namespace cuda_emulator {

//! One of two racing accesses. The instruction lives as long as the launch.
struct racing_side {
    const decoded_function* function;
    const instruction* at;
    std::string who; //!< see explained_access
    bool writes;
    bool copies; //!< an asynchronous copy
};

struct race_sides {
    const program* code;
    racing_side first, second; //!< in the order in which they ran
    barrier_reach reach;       //!< the smallest that holds both threads
    std::string threads;       //!< see explanation
    bool more_warps;           //!< the block has several warps
    bool narrow_scope;         //!< both are atomic or strong, and the scope of one is too small
};

//! Empty if the program was built without -lineinfo.
explanation explain_race(const race_sides&);

} // namespace cuda_emulator
