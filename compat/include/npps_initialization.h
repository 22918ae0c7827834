// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of NPP's own header of this name, and adds the functions without a stream context that NPP 13
//! removed: each is the one with it, in the stream of nppSetStream. tests/compat/libraries/npp_names.py wrote it.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPS_INITIALIZATION_H
#define CUDA_LEGACY_FRONT_OF_NPPS_INITIALIZATION_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <npps_initialization.h>

#include <cuda_legacy/detail/npp_stream.h>

#if CUDART_VERSION >= 13000
    // clang-format off
    #define nppsCopy_16s(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_16s, __VA_ARGS__)
    #define nppsCopy_16sc(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_16sc, __VA_ARGS__)
    #define nppsCopy_32f(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_32f, __VA_ARGS__)
    #define nppsCopy_32fc(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_32fc, __VA_ARGS__)
    #define nppsCopy_32s(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_32s, __VA_ARGS__)
    #define nppsCopy_32sc(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_32sc, __VA_ARGS__)
    #define nppsCopy_64fc(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_64fc, __VA_ARGS__)
    #define nppsCopy_64s(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_64s, __VA_ARGS__)
    #define nppsCopy_64sc(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_64sc, __VA_ARGS__)
    #define nppsCopy_8u(...) CUDA_LEGACY_DETAIL_NPP(nppsCopy_8u, __VA_ARGS__)
    #define nppsSet_16s(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_16s, __VA_ARGS__)
    #define nppsSet_16sc(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_16sc, __VA_ARGS__)
    #define nppsSet_16u(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_16u, __VA_ARGS__)
    #define nppsSet_32f(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_32f, __VA_ARGS__)
    #define nppsSet_32fc(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_32fc, __VA_ARGS__)
    #define nppsSet_32s(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_32s, __VA_ARGS__)
    #define nppsSet_32sc(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_32sc, __VA_ARGS__)
    #define nppsSet_32u(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_32u, __VA_ARGS__)
    #define nppsSet_64f(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_64f, __VA_ARGS__)
    #define nppsSet_64fc(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_64fc, __VA_ARGS__)
    #define nppsSet_64s(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_64s, __VA_ARGS__)
    #define nppsSet_64sc(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_64sc, __VA_ARGS__)
    #define nppsSet_8s(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_8s, __VA_ARGS__)
    #define nppsSet_8u(...) CUDA_LEGACY_DETAIL_NPP(nppsSet_8u, __VA_ARGS__)
    #define nppsZero_16s(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_16s, __VA_ARGS__)
    #define nppsZero_16sc(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_16sc, __VA_ARGS__)
    #define nppsZero_32f(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_32f, __VA_ARGS__)
    #define nppsZero_32fc(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_32fc, __VA_ARGS__)
    #define nppsZero_32s(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_32s, __VA_ARGS__)
    #define nppsZero_32sc(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_32sc, __VA_ARGS__)
    #define nppsZero_64f(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_64f, __VA_ARGS__)
    #define nppsZero_64fc(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_64fc, __VA_ARGS__)
    #define nppsZero_64s(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_64s, __VA_ARGS__)
    #define nppsZero_64sc(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_64sc, __VA_ARGS__)
    #define nppsZero_8u(...) CUDA_LEGACY_DETAIL_NPP(nppsZero_8u, __VA_ARGS__)
    // clang-format on
#endif

#endif
