// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Silent stores to shared memory: stores of the value that is already there.
//
// A silent store is recorded as a read. It races with a store that changes the value, but not with reads or silent
// stores. compute-sanitizer's racecheck allows such stores too.
#pragma once

#include "check/shadow_cells.h"
#include "machine/warp.h"

namespace cuda_emulator {

//! Whether the lane is about to store, to cell number `k` of its access, the value that the cell has.
bool is_silent_store(const shadow_cells&, warp&, const instruction&, int lane, u32 cell, u32 k);

//! Stamps the cells of a store that meets no unordered access: `count` cells from each of `cell`. Earlier reads are
//! ordered too, so their stamps may be overwritten. Returns whether the store is silent in any cell.
bool stamp_store(shadow_cells&, warp&, const instruction&, u32 mask, const u32* cell, u32 count, u32 stamp);

} // namespace cuda_emulator
