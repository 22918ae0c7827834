// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of NPP's own header of this name, and adds the functions without a stream context that NPP 13
//! removed: each is the one with it, in the stream of nppSetStream. tests/compat/libraries/npp_names.py wrote it.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPS_FILTERING_FUNCTIONS_H
#define CUDA_LEGACY_FRONT_OF_NPPS_FILTERING_FUNCTIONS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <npps_filtering_functions.h>

#include <cuda_legacy/detail/npp_stream.h>

#if CUDART_VERSION >= 13000
    // clang-format off
    #define nppsIntegral_32s(...) CUDA_LEGACY_DETAIL_NPP(nppsIntegral_32s, __VA_ARGS__)
    // clang-format on
#endif

#endif
