// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to the shared memory of another block of the cluster: do they lie in it, and is that block there?
//
// A block must have begun before others reach into its shared memory, and must not return while they do. Mostly the
// cluster's barrier says so. An access is wrong for certain when its block has not begun, or has returned. It is also
// found when the block returns and no barrier of the cluster lies between, unless blocks of the cluster also met in
// another way (mbarriers, atomics, flags): these are not followed from block to block.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Lanes of the warp access such memory: what is wrong is told, what is written is known to the other block. False: the
//! address is in no other block's shared memory.
bool reach_peer(warp&, const instruction&, int lane, std::uint64_t at, std::uint32_t bytes, bool writes);

//! All threads of the block have returned.
void check_end_of_block(block&);

//! "rank r of a cluster of n", where the address would be of a rank that the cluster has not; else empty.
std::string name_of_missing_peer(const warp&, std::uint64_t at);

} // namespace cuda_emulator
