// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths of warps in lock-step, as on GPUs before Volta.
//
// At a divergent branch, an extra path with the lanes of both sides waits at the reconvergence point
// (machine/reconvergence.h). It runs when both sides have arrived there.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Makes each path runnable whose lanes have all reached its reconvergence point.
void release_reconverged(warp&);
//! Lets lanes go on alone that have reached their reconvergence point, if others wait at a `.sync` before it. These may
//! wait for the lanes, which come to it later or exit. Returns whether there are such lanes.
bool release_arrived(warp&);
//! Removes lanes that have returned from the activation, or from the kernel if it is null, so that no path waits for
//! them.
void remove_returned(warp&, const activation*, std::uint32_t lanes);

} // namespace cuda_emulator
