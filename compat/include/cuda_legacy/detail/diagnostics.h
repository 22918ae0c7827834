// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brackets for the few places of these headers that compilers warn about, for each front end: what the toolkit calls
// deprecated, and offsetof of a type that is no plain C struct.
#ifndef CUDA_LEGACY_DETAIL_DIAGNOSTICS_H
#define CUDA_LEGACY_DETAIL_DIAGNOSTICS_H

#if defined(__CUDACC__) && defined(__NVCC__) // nvcc hands C to gcc with the second alone
    // nvcc's front end: 1444 is "was declared deprecated", 1427 "offsetof applied to a type other than a
    // standard-layout class". The host compiler reads its output, pragmas included.
    #define CUDA_LEGACY_DETAIL_NVCC_PUSH                                                                               \
        _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 1444") _Pragma("nv_diag_suppress 1427")
    #define CUDA_LEGACY_DETAIL_NVCC_POP _Pragma("nv_diagnostic pop")
#else
    #define CUDA_LEGACY_DETAIL_NVCC_PUSH
    #define CUDA_LEGACY_DETAIL_NVCC_POP
#endif

#if defined(_MSC_VER)
    #define CUDA_LEGACY_DETAIL_DEPRECATED_BEGIN                                                                        \
        CUDA_LEGACY_DETAIL_NVCC_PUSH __pragma(warning(push)) __pragma(warning(disable : 4996))
    #define CUDA_LEGACY_DETAIL_DEPRECATED_END __pragma(warning(pop)) CUDA_LEGACY_DETAIL_NVCC_POP
    #define CUDA_LEGACY_DETAIL_OFFSETOF_BEGIN CUDA_LEGACY_DETAIL_NVCC_PUSH
    #define CUDA_LEGACY_DETAIL_OFFSETOF_END CUDA_LEGACY_DETAIL_NVCC_POP
#else
    #define CUDA_LEGACY_DETAIL_DEPRECATED_BEGIN                                                                        \
        CUDA_LEGACY_DETAIL_NVCC_PUSH _Pragma("GCC diagnostic push")                                                    \
            _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
    #define CUDA_LEGACY_DETAIL_DEPRECATED_END _Pragma("GCC diagnostic pop") CUDA_LEGACY_DETAIL_NVCC_POP
    #define CUDA_LEGACY_DETAIL_OFFSETOF_BEGIN                                                                          \
        CUDA_LEGACY_DETAIL_NVCC_PUSH _Pragma("GCC diagnostic push")                                                    \
            _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
    #define CUDA_LEGACY_DETAIL_OFFSETOF_END _Pragma("GCC diagnostic pop") CUDA_LEGACY_DETAIL_NVCC_POP
#endif

#endif
