// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUDA toolkits up to 8, with declarations of device functions. Old sources include it by name.
#ifndef CUDA_LEGACY_DEVICE_FUNCTIONS_DECLS_H
#define CUDA_LEGACY_DEVICE_FUNCTIONS_DECLS_H

#include <cuda_runtime.h>

#endif
