// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mapa and getctarank: addresses in the shared memory of another block of the cluster. See machine/cluster.h.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Operands: result, address, rank. `generic`: a generic address, not an offset.
handler find_map_address(bool generic, bool wide);
//! Operands: rank, address.
handler find_address_rank(bool generic, bool wide);

} // namespace cuda_emulator
