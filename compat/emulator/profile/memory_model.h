// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of one warp's access to memory: cache lines, segments, sectors, passes over the banks.
//
// The rules and their sources:
// - Lines and segments, compute capability 2.x: CUDA C Programming Guide (up to 8.0), "Compute Capability 2.x, Global
//   Memory". Lines have 128 bytes, through L1 and L2. Segments have 32 bytes, through L2 alone. With words of 8 or 16
//   bytes, each half or quarter warp is a separate request.
// - Sectors: Nsight Compute's Profiling Guide, "Memory Tables" and "Metrics Decoder". The whole warp is one request,
//   which accesses the 32-byte sectors that its lanes touch.
// - Banks: CUDA C++ Programming Guide, "Compute Capability 5.x, Shared Memory". There are 32 banks of 32 bits. Lanes
//   that access the same word share it, also with 8 or 16 bits each. 64 and 128 bits go by half and quarter warps
//   ("Compute Capability 2.x"). Their own passes are no conflicts, as in Nsight Compute: a conflict-free 128-bit load
//   has 4 wavefronts and 0 conflicts.
// - Constant memory: CUDA C++ Programming Guide, "Device Memory Accesses, Constant Memory". A request is split into one
//   for each different address. Which addresses differ was measured on an H200 (driver 580.159.04, CUDA 13.0.88, Nsight
//   Compute 2025.3.1) with 146 patterns: tests/emulator/profile/constant_patterns.cu. idc__requests is the number of
//   different addresses among the active lanes, in any order and at any distance. Two bytes of one word are two; 32
//   adjacent doubles are 32. One request brings up to 8 bytes (LDC.64). ptxas makes two loads of 16 bytes, and one load
//   of each element of 1 or 2 bytes (30 launches of kernels with such vectors). In 25 more patterns, ptxas also split
//   float2 and float4 into words. In a chain, a load takes 34 cycles with 1 address and 375 with 32 (double: 37 and
//   378), which is 11 for each further address. With 32 active warps, each address costs the multiprocessor 2.0 cycles.
// - Atomics on shared memory: undocumented. Here lanes of one bank take turns, even at the same word.
#pragma once

#include "profile/counters.h"

namespace cuda_emulator {

//! Counts one request of global memory. `at`: the lanes' addresses; `bytes`: the bytes of each lane.
void count_global(cuda_emulator_global_counters&, const std::uint64_t* at, std::uint32_t mask, std::uint32_t bytes);

//! Counts one request whose lanes differ in their numbers of bytes, up to `widest`.
void count_global(cuda_emulator_global_counters&, const std::uint64_t* at, std::uint32_t mask,
                  const std::uint32_t* bytes, std::uint32_t widest);

//! Counts one request of shared memory. `offset`: the lanes' offsets in shared memory. `serial`: lanes of one bank take
//! turns even at the same word (atomics).
void count_shared(cuda_emulator_shared_counters&, const std::uint64_t* offset, std::uint32_t mask, std::uint32_t bytes,
                  bool serial);

//! Counts one request of constant memory. Each lane loads `elements` adjacent elements of `bytes` each.
void count_constant(cuda_emulator_constant_counters&, const std::uint64_t* at, std::uint32_t mask, std::uint32_t bytes,
                    std::uint32_t elements);

} // namespace cuda_emulator
