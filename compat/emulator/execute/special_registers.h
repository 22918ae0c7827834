// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers of a block's warps, as the interpreter reads them: 32 values each.
#pragma once

#include "machine/block.h"

#include <cstdint>

namespace cuda_emulator {

//! Gives a 32-bit register the same value in all lanes.
void fill_special(warp&, special_register, std::uint32_t value);

//! The registers that say where shared memory lies, and how much of it there is.
void fill_shared_sizes(warp&);

//! The registers that are another one in each block: all 0.
void clear_special_of_block(warp&);
//! As the block's indices say, in the first warp's first lane only: translated code of whole blocks reads no others.
void set_special_of_block(block&, const dimensions& cluster);
//! From there to all lanes of all warps.
void spread_special_of_block(block&);

} // namespace cuda_emulator
