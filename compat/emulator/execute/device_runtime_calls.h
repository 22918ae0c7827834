// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the functions that libcudadevrt leaves to the driver.
#pragma once

#include "machine/warp.h"

#include <cstdint>
#include <string_view>

namespace cuda_emulator {

//! Gives the number of the function, or 0 if the driver has none of this name.
std::uint8_t device_runtime_function(std::string_view name);

//! Calls it for a lane. `frame` is the caller's stack frame.
void call_device_runtime(warp&, const instruction&, const call_info&, int lane, char* frame);

} // namespace cuda_emulator
