// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program makes and does not free, for CUDA_EMULATOR_CHECK_LEAKS=1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

//! What has an owner. Handles of different kinds may be the same number.
enum class resource : std::uint8_t { memory, array, stream, event, texture, surface };

//! The running call has made it; of memory and arrays so many bytes.
void note_made(resource, std::uint64_t handle, std::size_t bytes = 0);
void note_freed(resource, std::uint64_t handle);
//! cudaDeviceReset frees memory, and there is nothing left to be told.
void note_all_freed();
//! At the end: a finding for each that is left.
void tell_leaks();

inline std::uint64_t handle_of(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

//! cudaFree and its like were given what cannot be freed: a finding, with the reason.
void tell_bad_free(const char* call, const void* address);

} // namespace cuda_emulator
