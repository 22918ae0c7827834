// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of NPP's own header of this name, and adds its own stream and what it told of the device that NPP 13
//! removed. Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPCORE_H
#define CUDA_LEGACY_FRONT_OF_NPPCORE_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <nppcore.h>

#include <cuda_legacy/detail/npp_stream.h>

#endif
