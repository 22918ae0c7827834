// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: products of matrices by a warpgroup, four adjacent warps of a block. Each warp computes 16 of the 64 rows, at
// once. So the product is complete when all four warps have computed theirs: wgmma.wait_group is a barrier of the
// warpgroup. A thread that has waited may say for all of the warpgroup that the operands are no longer needed.
#pragma once

#include "execute/matrix.h"
#include "machine/cluster.h"

namespace cuda_emulator {

constexpr std::uint32_t warps_of_group = 4;
constexpr int rows_of_warp = 16;
//! Paths of the first warpgroup wait under this number, and those of the next under the next one. The cluster's barrier
//! has two.
constexpr std::uint32_t first_warpgroup_barrier = cluster_barrier + 2;

//! d = a b + d, or a b. Registers of A and D hold the warp's 16 rows, in the order of mma.m16n8 side by side.
struct warpgroup_multiply_form : register_lists, product_rule {
    matrix_element type_of_b = matrix_element::f16;
    int k = 0; //!< of single bits: in words
    matrix_fragment a, d;
    bool a_in_registers = false;
    bool a_is_mn_major = false, b_is_mn_major = false;
    bool negates = false; //!< the product of both scales is -1
    operand_slot a_descriptor = no_operand, b_descriptor = no_operand;
    operand_slot accumulates = no_operand; //!< a predicate: whether D is added
};
void run_warpgroup_multiply(warp&, const instruction&, std::uint32_t mask);

//! wgmma.wait_group: the warp waits until all of its warpgroup wait.
void wait_at_warpgroup_barrier(warp&, const instruction&, std::uint32_t mask);
//! Threads of the block have returned, so its warpgroups wait for fewer.
void leave_warpgroup_barriers(block&);

} // namespace cuda_emulator
