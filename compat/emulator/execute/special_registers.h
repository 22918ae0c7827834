// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers of a block's warps, as the interpreter reads them: 32 values each.
#pragma once

#include "machine/block.h"

#include <cstdint>

namespace cuda_emulator {

//! Sets the registers that are constant during the launch, and clears the others.
void fill_special_of_launch(warp&);
//! Sets the registers that depend on the block's index, in the first lane of the first warp only. Whole-block code
//! reads no other copy.
void set_special_of_block(block&, const dimensions& cluster);
//! Copies these registers to all lanes of all warps.
void spread_special_of_block(block&);

} // namespace cuda_emulator
