// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to a thread's local memory outside of all its variables.
//
// nvcc merges all local arrays of a function into one variable. So an index that leads from one array into the next is
// not found. An index that leaves all arrays, or reaches a function that has returned, is found. No GPU reports such an
// access, so the finding does not end the kernel.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Called before lanes access `bytes` each of their stacks.
void check_local(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                 bool writes);

} // namespace cuda_emulator
