// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects accesses to the registers of a product by wgmma before the wait for it. PTX ISA ("wgmma.wait_group",
// "wgmma.fence"): an access to the accumulator, or to A in registers, is undefined behaviour unless wgmma.wait_group
// has waited for the product's group. The accumulator of further products of the same shape is an exception.
//
// The decoder finds the instructions that name such a register, and puts an instruction with run_product_access()
// before each. So no other code pays for the check. A `mov` is no access: nvcc copies accumulators between products.
// The copy then counts as a result.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! The registers of products that the next instruction names, by their numbers in the PTX.
struct product_access : register_lists {
    std::vector<int> reads, writes;
    bool copies = false; //!< the next instruction is a mov
};
void run_product_access(warp&, const instruction&, std::uint32_t mask);

//! The warp begins a product. The lists must outlive it.
void begin_product(warp&, const instruction&, const std::vector<int>& results, const std::vector<int>& sources);
//! wgmma.commit_group
void run_product_commit(warp&, const instruction&, std::uint32_t mask);
//! The warp waits for all but the latest groups.
void wait_for_products(warp&, std::uint32_t pending_groups);

} // namespace cuda_emulator
