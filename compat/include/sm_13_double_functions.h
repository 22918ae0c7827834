// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of old CUDA toolkits, with the functions on double. Old sources include it by name.
#ifndef CUDA_LEGACY_SM_13_DOUBLE_FUNCTIONS_H
#define CUDA_LEGACY_SM_13_DOUBLE_FUNCTIONS_H

#include <cuda_runtime.h>

#endif
