// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Disables the toolkit's deprecation warnings. Macros that the toolkit's headers read disable the warnings of later
// headers. Pragmas disable the warnings of headers that nvcc has already included. The pragmas also hide the program's
// own deprecated names; CUDA_LEGACY_DEPRECATED_WARNINGS omits them. Include this header before cuda_runtime_api.h.
#ifndef CUDA_LEGACY_DETAIL_DEPRECATED_H
#define CUDA_LEGACY_DETAIL_DEPRECATED_H

#if defined(__CUDA_RUNTIME_API_H__) && !defined(CUDA_ENABLE_DEPRECATED) && !defined(CUDA_LEGACY_DEPRECATED_WARNINGS)
    #if defined(__CUDACC__) && defined(__NVCC__) // nvcc hands C to gcc with the second alone
        #pragma nv_diag_suppress 1444
    #endif
    #if defined(_MSC_VER)
        #pragma warning(disable : 4996)
    #else
        #pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    #endif
#endif

#if !defined(CUDA_ENABLE_DEPRECATED)
    #define CUDA_ENABLE_DEPRECATED
#endif
#if !defined(__NV_NO_VECTOR_DEPRECATION_DIAG)
    #define __NV_NO_VECTOR_DEPRECATION_DIAG
#endif

#endif
