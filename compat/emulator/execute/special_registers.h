// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers of a block's warps, as the interpreter reads them: 32 values each.
#pragma once

#include "machine/block.h"

#include <cstdint>

namespace cuda_emulator {

//! The registers that do not change while the launch runs; those that do are 0.
void fill_special_of_launch(warp&);
//! As the block's indices say, in the first warp's first lane only: translated code of whole blocks reads no others.
void set_special_of_block(block&, const dimensions& cluster);
//! From there to all lanes of all warps.
void spread_special_of_block(block&);

} // namespace cuda_emulator
