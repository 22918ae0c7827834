// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the bounds and strides of a block's accesses to shared memory tell about their threads.
#pragma once

#include "machine/block_access.h"

#include <cstdint>
#include <optional>

namespace cuda_emulator {

std::uint64_t offset_of(const block_access&, std::uint32_t thread);

//! Whether no byte belongs to two threads. False if strides do not tell.
bool are_apart(const block_access&);

//! Whether the access has no holes between its lowest and its highest byte. Its threads must be apart.
bool is_dense(const block_access&);

//! Whether two accesses with the same strides have no byte in common, as one fills holes of the other: those between
//! single elements or between rows.
bool are_interleaved(const block_access&, const block_access&);

//! Whether each byte that both accesses touch is touched by only one thread. False if strides do not tell.
bool each_its_own(const block_access&, const block_access&);

//! The same access with strides, if there are such: along all active threads, or along rows of equal length if the
//! whole block is active. `row` is that of the block's other accesses.
std::optional<block_access> strides_of(const scattered_access&, std::uint32_t warps, std::uint32_t row);

} // namespace cuda_emulator
