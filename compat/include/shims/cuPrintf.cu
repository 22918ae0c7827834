// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! The CUDA SDK's cuPrintf.cu, which its programs include. The code is in cuPrintf.cuh.
#ifndef CUDA_LEGACY_SHIMS_CUPRINTF_CU
#define CUDA_LEGACY_SHIMS_CUPRINTF_CU

// Angle brackets: a program's own copy comes first.
#include <cuPrintf.cuh>

#endif
