// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether there is a device to run tests on.
#pragma once

#include <string>

//! Empty when kernels can run here, otherwise why they cannot.
std::string why_no_device();

//! Where CUDA_LEGACY_DEVICE is a number, makes that device the current one, counted round those that there are: so
//! tests that run side by side can share them out. Without it the current device is CUDA's first.
void choose_device();
