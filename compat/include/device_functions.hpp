// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUDA toolkits up to 8, with the bodies of the device functions. Old sources include it by name.
#ifndef CUDA_LEGACY_DEVICE_FUNCTIONS_HPP
#define CUDA_LEGACY_DEVICE_FUNCTIONS_HPP

#include <cuda_runtime.h>

#endif
