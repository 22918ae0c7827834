// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks accesses to the shared memory of another block of the cluster: bounds, and whether that block is running.
//
// A block must have begun before others access its shared memory, and must not return before their last access. Usually
// a barrier of the cluster ensures both. An access to a block that has not begun, or has returned, is certainly wrong.
// A block that returns without a barrier of the cluster after such an access is a finding, too. This finding is dropped
// if blocks of the cluster also synchronised by mbarriers, atomics or flags, whose order this check does not know.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Checks the access and passes writes to the checks of the other block. Returns false if the address is in no other
//! block's shared memory.
bool reach_peer(warp&, const instruction&, int lane, std::uint64_t at, std::uint32_t bytes, bool writes);

//! Called when all threads of the block have returned.
void check_end_of_block(block&);

//! Returns "rank r of a cluster of n" if the address belongs to a rank that the cluster does not have, else an empty
//! string.
std::string name_of_missing_peer(const warp&, std::uint64_t at);

} // namespace cuda_emulator
