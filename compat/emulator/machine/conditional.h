// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of conditional nodes of graphs: kernels set them, and the graph reads them.
#pragma once

#include <cstdint>

namespace cuda_emulator {

//! Creates a value, 0, and returns its handle, which is never 0.
std::uint64_t new_conditional();
//! Returns false if the handle does not exist.
bool set_conditional(std::uint64_t handle, unsigned value);
bool get_conditional(std::uint64_t handle, unsigned& value);

} // namespace cuda_emulator
