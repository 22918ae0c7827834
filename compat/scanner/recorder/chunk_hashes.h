// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes of large copies by several threads: one thread is slower than a copy from a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda_recorder {

//! The hash of each of so many chunks of cuda_emulator::chunk_bytes.
void hash_chunks(const unsigned char* chunks, std::size_t count, std::uint64_t* hashes);

} // namespace cuda_recorder
