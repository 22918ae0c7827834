// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! The CUDA SDK's cuPrintf.cu, which its programs include: all of it stands in cuPrintf.cuh.
#ifndef CUDA_LEGACY_SHIMS_CUPRINTF_CU
#define CUDA_LEGACY_SHIMS_CUPRINTF_CU

// With <>: a program's own one goes first.
#include <cuPrintf.cuh>

#endif
