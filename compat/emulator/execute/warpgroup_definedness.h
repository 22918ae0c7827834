// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How wgmma passes undefined bits on (register_lists::track): from matrices in shared memory, from A in registers, and
// from D if the product is added to it.
#pragma once

#include "execute/warpgroup.h"

namespace cuda_emulator {

void track_warpgroup_multiply(warp&, const instruction&);

//! Called after the checks of the operands in shared memory: marks what depends on bytes that no thread wrote.
void note_unwritten_operands(warp&, const instruction&);

} // namespace cuda_emulator
