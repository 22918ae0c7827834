// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the hardware makes of one warp's access to memory: cache lines, segments, sectors, passes over the banks.
//
// Rules, and where they are written:
// - Lines and segments, compute capability 2.x: CUDA C Programming Guide (up to 8.0), "Compute Capability 2.x, Global
//   Memory": lines of 128 bytes through L1 and L2, segments of 32 bytes through L2 alone; with words of 8 or 16 bytes
//   each half or quarter warp is a request of its own.
// - Sectors: Nsight Compute's Profiling Guide, "Memory Tables" and "Metrics Decoder": one request for the whole warp,
//   which accesses the 32-byte sectors that its lanes touch.
// - Banks: CUDA C++ Programming Guide, "Compute Capability 5.x, Shared Memory": 32 banks of 32 bits; lanes that want
//   the same word share it, also with 8 or 16 bits each. 64 and 128 bits: by half and quarter warps ("Compute
//   Capability 2.x"); what these need by themselves is no conflict, as Nsight Compute counts it (a conflict-free
//   128-bit load: 4 wavefronts, 0 conflicts).
// - Constant memory: CUDA C++ Programming Guide, "Device Memory Accesses, Constant Memory": a request is split into as
//   many as it has different addresses. What is different was measured on an H200 (driver 580.159.04, CUDA 13.0.88,
//   Nsight Compute 2025.3.1), 146 patterns: tests/emulator/profile/constant_patterns.cu. idc__requests is the number of
//   different addresses among the active lanes, in whatever order, be they 1 byte apart or 256: two bytes of one word
//   are two, 32 neighbouring doubles are 32. One request brings up to 8 bytes (LDC.64); ptxas makes two loads of 16
//   bytes, and one of each element of 1 or 2 bytes (30 launches of kernels that use such vectors; in 25 more patterns
//   it also took float2 and float4 apart into their words). In a chain, a load takes 34 cycles with 1 address and 375
//   with 32 (double: 37 and 378), 11 for each one more; with 32 warps at work each costs the multiprocessor 2.0.
// - Atomics on shared memory: undocumented. Lanes of one bank take turns here, even at the same word.
#pragma once

#include "profile/counters.h"

namespace cuda_emulator {

//! Adds one request of global memory. `at`: the lanes' addresses; `bytes`: of each lane.
void count_global(cuda_emulator_global_counters&, const std::uint64_t* at, std::uint32_t mask, std::uint32_t bytes);

//! The same with a number of bytes for each lane, not above `widest`.
void count_global(cuda_emulator_global_counters&, const std::uint64_t* at, std::uint32_t mask,
                  const std::uint32_t* bytes, std::uint32_t widest);

//! Adds one request of shared memory. `offset`: the lanes' offsets from its beginning. `serial`: lanes of one bank take
//! turns even at the same word (atomics).
void count_shared(cuda_emulator_shared_counters&, const std::uint64_t* offset, std::uint32_t mask, std::uint32_t bytes,
                  bool serial);

//! Adds one request of constant memory: `elements` of `bytes` each, one behind the other, from the lanes' addresses.
void count_constant(cuda_emulator_constant_counters&, const std::uint64_t* at, std::uint32_t mask, std::uint32_t bytes,
                    std::uint32_t elements);

} // namespace cuda_emulator
