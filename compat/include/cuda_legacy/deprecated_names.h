/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! What CUDA 13 still has and warns about at each use: here without the warning.
//!
//! double4, long4, ulong4, longlong4, ulonglong4, aligned to 16 bytes as ever (new: double4_16a, double4_32a …); the
//! sizes of shared memory banks, which no GPU since Kepler lets a program choose; the old launch calls of the driver
//! API (cuFuncSetBlockShape, cuParamSetv, cuLaunchGrid …); cudaGetDriverEntryPoint; buffers of OpenGL. They are the
//! toolkit's own. nvcc has read the toolkit's headers before this one, so in CUDA sources the warning of deprecated
//! names is off for all of them, a program's own too; with CUDA_LEGACY_DEPRECATED_WARNINGS it stays on. Note:
//! migration-notes/vector_types.md.
#ifndef CUDA_LEGACY_DEPRECATED_NAMES_H
#define CUDA_LEGACY_DEPRECATED_NAMES_H

#include "detail/deprecated.h"

#include <cuda_runtime_api.h>

// Stands where a name is only silenced.
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
