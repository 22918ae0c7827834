// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The toolkit's marks of what is deprecated, off: for its headers that are still to come by the switches that they look
// at, for those that nvcc has included before anything else by the compilers' own. CUDA_LEGACY_DEPRECATED_WARNINGS
// leaves the second out, which hides a program's own deprecated names, too. Included before cuda_runtime_api.h.
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
