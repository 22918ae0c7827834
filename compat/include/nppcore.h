// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Precedes NPP's own header of this name, and adds the functions for NPP's own stream and for the device's properties,
//! which NPP 13 removed. Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPCORE_H
#define CUDA_LEGACY_FRONT_OF_NPPCORE_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <nppcore.h>

#include <cuda_legacy/detail/npp_stream.h>

#endif
