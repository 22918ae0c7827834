// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of the types of function pointers for the profiler, and adds their names without a version, as
//! cudaTypedefs.h does.
//!
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUDA_PROFILER_TYPEDEFS_H
#define CUDA_LEGACY_FRONT_OF_CUDA_PROFILER_TYPEDEFS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cudaProfilerTypedefs.h>

#ifndef PFN_cuProfilerStart // CUDA 12 has them itself

    #define PFN_cuProfilerInitialize PFN_cuProfilerInitialize_v4000
    #define PFN_cuProfilerStart PFN_cuProfilerStart_v4000
    #define PFN_cuProfilerStop PFN_cuProfilerStop_v4000

#endif

#endif
