// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Switches off, in the source that includes it, what nvcc says when host code uses `__constant__` variables as the
// original API asks for: reads (20091) and writes (20092), and `__constant__` before a parameter or a type (1835).
#ifndef CUDA_LEGACY_DETAIL_HOST_WRITES_H
#define CUDA_LEGACY_DETAIL_HOST_WRITES_H

#include "back_end.h"

#if defined(__NVCC__) && defined(__CUDACC__) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)
    #pragma nv_diag_suppress 20091
    #pragma nv_diag_suppress 20092
    #pragma nv_diag_suppress 1835
    // The macros' annotation is left for g++ to see, and to ignore: before CUDA 13, and of what is external with -rdc.
    #if defined(__GNUC__)
        #pragma GCC diagnostic ignored "-Wattributes"
    #endif
#endif

#endif
