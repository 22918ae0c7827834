// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values that decide in conditional nodes of graphs: kernels set them, the graph reads them.
#pragma once

#include <cstdint>

namespace cuda_emulator {

//! A new value, 0, and its handle, which is never 0.
std::uint64_t new_conditional();
//! False when there is no such handle.
bool set_conditional(std::uint64_t handle, unsigned value);
bool get_conditional(std::uint64_t handle, unsigned& value);

} // namespace cuda_emulator
