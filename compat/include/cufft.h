// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of cuFFT's own header of this name, and adds the choice of a layout that it had.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUFFT_H
#define CUDA_LEGACY_FRONT_OF_CUFFT_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cufft.h>

#include <cuda_legacy/detail/fft_layouts.h>

#endif
