// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether unwritten shared memory may be padding of a structure, which a copy of the structure reads.
#pragma once

#include "check/shadow_cells.h"
#include "machine/block.h"

namespace cuda_emulator {

//! Whether the unwritten cell number `k` of the lane's access may be padding. `cell` has the first cell of each lane in
//! `mask`, which reads `count` cells.
bool may_be_padding(const block&, const shadow_cells&, const instruction&, u32 mask, const u32* cell, u32 count,
                    int lane, u32 k);

} // namespace cuda_emulator
