/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Names that CUDA 13 still declares and marks as deprecated, without the warning.
//!
//! - double4, long4, ulong4, longlong4 and ulonglong4, aligned to 16 bytes as before. Now: double4_16a, double4_32a and
//!   their kin.
//! - The sizes of shared memory banks. No GPU since Kepler lets a program choose them.
//! - The old launch calls of the driver API: cuFuncSetBlockShape, cuParamSetv, cuLaunchGrid and their kin.
//! - cudaGetDriverEntryPoint.
//! - The buffers of OpenGL.
//!
//! All of them are the toolkit's own. nvcc reads the toolkit's headers before this one. In CUDA sources the warning is
//! therefore off for all deprecated names, including the program's own. CUDA_LEGACY_DEPRECATED_WARNINGS keeps it on.
//!
//! Note: migration-notes/vector_types.md.
#ifndef CUDA_LEGACY_DEPRECATED_NAMES_H
#define CUDA_LEGACY_DEPRECATED_NAMES_H

#include "detail/deprecated.h"

#include <cuda_runtime_api.h>

// Marks a name for which this header only disables the warning.
#define CUDA_LEGACY_DETAIL_SILENT(name)

CUDA_LEGACY_DETAIL_SILENT(double4)
CUDA_LEGACY_DETAIL_SILENT(long4)
CUDA_LEGACY_DETAIL_SILENT(ulong4)
CUDA_LEGACY_DETAIL_SILENT(longlong4)
CUDA_LEGACY_DETAIL_SILENT(ulonglong4)
CUDA_LEGACY_DETAIL_SILENT(cudaDeviceGetSharedMemConfig)
CUDA_LEGACY_DETAIL_SILENT(cudaDeviceSetSharedMemConfig)
CUDA_LEGACY_DETAIL_SILENT(cudaFuncSetSharedMemConfig)
CUDA_LEGACY_DETAIL_SILENT(cudaGetDriverEntryPoint)

#endif
