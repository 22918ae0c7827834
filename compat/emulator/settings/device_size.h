// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The settings of the device's size: what it says that it has.
#pragma once

#include <cstddef>

namespace cuda_emulator {

//! CUDA_EMULATOR_MULTIPROCESSORS. The blocks run on the host's cores in any case.
int multiprocessor_count();

//! CUDA_EMULATOR_MEMORY, in bytes. The host needs only as much memory as the program touches.
std::size_t memory_size();

constexpr int l2_cache_bytes = 4 << 20, persisting_l2_bytes = l2_cache_bytes / 4 * 3;

} // namespace cuda_emulator
