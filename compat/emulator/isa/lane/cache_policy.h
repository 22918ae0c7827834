// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// createpolicy of one lane. PTX says nothing about the bits of a policy, but libcu++ computes them on the host, too,
// and compares. These are the bits that ptxas computes for sm_90: 37 to 43 the number of blocks, 44 to 50 the first
// block, 52 to 55 the size of a block or the fraction, 56 to 58 the priorities, 59 and 60 the kind of the policy.
#pragma once

#include "isa/lane/approximate.h"
#include "isa/lane/convert.h"
#include "isa/lane/integer.h"

namespace cuda_emulator::lane {

//! The priorities are 2 * primary + secondary.
CUDA_EMULATOR_LANE u64 policy_of_fraction(f32 fraction, u32 priorities)
{
    const u32 sixteenths = float_to_integer<u32, f32, rounding::zero>(fraction * 15.99f) & 15;
    return u64{2} << 59 | u64{priorities} << 56 | u64{sixteenths} << 52;
}
//! At most 127 blocks, each of at least 4 KiB. The total is at most 128 blocks.
CUDA_EMULATOR_LANE u64 policy_of_range(u64 address, u32 primary_bytes, u32 total_bytes, u32 priorities)
{
    const u64 of_blocks = u64{3} << 59;
    if (total_bytes == 0) return of_blocks;
    const f32 logarithm = approximate<logarithm_2>(integer_to_float<f32, u32>(total_bytes));
    const u32 shift = maximum<u32>(float_to_integer<u32, f32, rounding::up>(logarithm), 19) - 7;
    const u32 rounded_up = primary_bytes - 1 + (1u << shift); // ptxas adds in 32 bits, so large sizes wrap
    const u64 first = address >> shift, count = minimum<u64>(((address + rounded_up) >> shift) - first, 127);
    return of_blocks | u64{priorities} << 56 | u64{shift - 12} << 52 | (first & 127) << 44 | count << 37;
}

} // namespace cuda_emulator::lane
