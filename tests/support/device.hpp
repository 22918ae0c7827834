// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells whether there is a device for tests.
#pragma once

#include <string>

//! Gives the reason why kernels cannot run here, or an empty text.
std::string why_no_device();

//! If CUDA_LEGACY_DEVICE is a number, chooses that device, modulo the number of devices. So tests that run at the same
//! time can use different ones. Without it the current device is CUDA's first.
void choose_device();
