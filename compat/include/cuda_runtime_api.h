/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nvcc finds the toolkit by -I: its messages show the macros of such headers. */
#if defined(__GNUC__) && !defined(__CUDACC__)
    #pragma GCC system_header
#endif
//! \file
//! Stands in front of CUDA's own header of this name. Where cuda_legacy.h came before, it adds the runtime's areas.
//! No guard: each header below has its own.
#if defined(CUDA_LEGACY_DETAIL_WHO_IS_FIRST)
    #define CUDA_LEGACY_DETAIL_IN_FRONT
#else
    #if defined(_MSC_VER) && !defined(__clang__) /* has no #include_next */
        #if defined(CUDA_LEGACY_FRONT_OF_CUDA_RUNTIME_API_H)
            #error "cuda_legacy: Visual C++ needs the installed package: cmake --install"
        #endif
        #define CUDA_LEGACY_FRONT_OF_CUDA_RUNTIME_API_H
        #include <../include/cuda_runtime_api.h>
        #undef CUDA_LEGACY_FRONT_OF_CUDA_RUNTIME_API_H
    #else
        #include_next <cuda_runtime_api.h>
    #endif
    #if defined(CUDA_LEGACY_DETAIL_AREAS_FOLLOW)
        #include "cuda_legacy/detail/areas.h"
    #endif
#endif
