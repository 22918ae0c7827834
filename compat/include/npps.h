// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Precedes NPP's own header of this name, and adds the functions without a stream context, which NPP 13 removed.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPS_H
#define CUDA_LEGACY_FRONT_OF_NPPS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <npps.h>

#include <npps_arithmetic_and_logical_operations.h>
#include <npps_conversion_functions.h>
#include <npps_filtering_functions.h>
#include <npps_initialization.h>
#include <npps_statistics_functions.h>

#endif
