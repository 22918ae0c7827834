// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of a warp wait for each other: bar.warp.sync, and exchanges such as shfl.sync, which name their lanes in a
// member mask.
#pragma once

#include "execute/control_flow.h"

namespace cuda_emulator {

//! *.sync: gathers the lanes of the member mask, then runs the handler. A path with missing lanes waits on the list.
step synchronise(warp&, running_path&, const instruction&, std::uint32_t mask);
//! bar.warp.sync.
step warp_barrier(warp&, running_path&, const instruction&, std::uint32_t mask);
//! Releases the lanes at bar.warp.sync if all live lanes of their mask wait with the same mask. Lanes that wait with
//! another mask are at another barrier.
void release_warp_barrier(warp&);

} // namespace cuda_emulator
