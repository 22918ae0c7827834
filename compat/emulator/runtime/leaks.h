// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that a program creates and does not free, for CUDA_EMULATOR_CHECK_LEAKS=1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

//! Kinds of objects. Handles of different kinds may be equal.
enum class resource : std::uint8_t { memory, array, stream, event, texture, surface };

//! Records that the running call created an object. `bytes` is the size of memory and arrays.
void note_made(resource, std::uint64_t handle, std::size_t bytes = 0);
void note_freed(resource, std::uint64_t handle);
//! cudaDeviceReset frees all memory, so no leak remains.
void note_all_freed();
//! The same for the record of the run; the functions above call them.
void record_made(resource, std::uint64_t handle, std::size_t bytes);
void record_freed(resource, std::uint64_t handle);
void record_reset();
//! Reports each remaining object when the program ends.
void tell_leaks();

inline std::uint64_t handle_of(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

//! Reports an address that cudaFree or a similar call cannot free, with the reason.
void tell_bad_free(const char* call, const void* address);

} // namespace cuda_emulator
