// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Precedes NPP's own header of this name, and adds the functions without a stream context, which NPP 13 removed.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_NPPI_H
#define CUDA_LEGACY_FRONT_OF_NPPI_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <nppi.h>

#include <nppi_color_conversion.h>
#include <nppi_data_exchange_and_initialization.h>
#include <nppi_filtering_functions.h>
#include <nppi_geometry_transforms.h>
#include <nppi_morphological_operations.h>
#include <nppi_statistics_functions.h>

#endif
