// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order that products by wgmma establish between the four warps of a warpgroup, as an H200 shows it:
// - A product reads its operands after all four warps have come to wgmma.mma_async. So it has what each of them wrote
//   before. Here the warps wait for each other; a device lets them go on. So an order is assumed, until the next
//   product, that a device does not have: between what a warp does before a product, and the others after it.
// - wgmma.wait_group returns when all four warps' parts are complete. So one thread may say for the warpgroup that the
//   operands are no longer needed. The warps do not wait for each other's wgmma.wait_group.
#pragma once

#include "machine/cluster.h"

namespace cuda_emulator {

constexpr std::uint32_t warps_of_group = 4;
//! The first number under which paths wait for others of their warpgroup. The cluster's barrier has two, and each
//! warpgroup has two.
constexpr std::uint32_t first_warpgroup_wait = cluster_barrier + 2;

//! Faults unless the lanes are a whole warp of a whole warpgroup.
void need_warpgroup(warp&, const instruction&, std::uint32_t mask);
//! Before wgmma.mma_async: the warp waits until all of its warpgroup has come.
void gather_warpgroup(warp&, const instruction&, std::uint32_t mask);
//! The warp has computed its part of a product.
void note_computed_product(warp&);
//! wgmma.wait_group: the warp waits until the other warps have computed their parts of its products.
void wait_for_warpgroup(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned, so its warpgroups wait for fewer.
void leave_warpgroups(block&);
//! The instruction that a path waits at under this number, which is not one of a barrier.
const char* warpgroup_wait_name(std::uint32_t wait);

} // namespace cuda_emulator
