// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to a thread's local memory that hit none of its variables.
//
// nvcc puts all local arrays of a function into one variable, so an index that leads from one into the next is not
// seen: only one that leads out of all of them, or to those of a function that has returned. No GPU reports it, so it
// ends no kernel.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! The lanes are about to access so many bytes of the warp's stacks each.
void check_local(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                 bool writes);

} // namespace cuda_emulator
