// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Disables, in the including source, nvcc's warnings about host code that uses `__constant__` variables as the original
// API requires: reads (20091) and writes (20092), and `__constant__` before a parameter or a type (1835).
#ifndef CUDA_LEGACY_DETAIL_HOST_WRITES_H
#define CUDA_LEGACY_DETAIL_HOST_WRITES_H

#include "back_end.h"

#if defined(__NVCC__) && defined(__CUDACC__) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)
    #pragma nv_diag_suppress 20091
    #pragma nv_diag_suppress 20092
    #pragma nv_diag_suppress 1835
    // The annotation of the macros reaches g++, which ignores it: before CUDA 13, and for external variables with -rdc.
    #if defined(__GNUC__)
        #pragma GCC diagnostic ignored "-Wattributes"
    #endif
#endif

#endif
