/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! cudaProfilerInitialize and what it takes, deprecated in CUDA 10.2 and removed in 12.0.
//!
//! It told the command line profiler of CUDA 4 which counters to write to which file. That profiler is gone, and the
//! driver's own twin, cuProfilerInitialize, answers "not supported" since CUDA 12; so does this. cudaProfilerStart and
//! cudaProfilerStop are there and work, with nsys and ncu. Note: migration-notes/profiler_control.md.
#ifndef CUDA_LEGACY_PROFILER_CONTROL_H
    #define CUDA_LEGACY_PROFILER_CONTROL_H

    #include <cuda_runtime_api.h>

    #include "detail/language.h"

    #ifdef CUDA_LEGACY_DETAIL_CXX11
        #include "detail/last_error.h"
    #endif

//! What the profiler was to write.
enum cudaOutputMode {
    cudaKeyValuePair = 0, //!< lines of names and values
    cudaCSV = 1           //!< values between commas
};
typedef enum cudaOutputMode cudaOutputMode_t;

//! \return cudaErrorNotSupported
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaProfilerInitialize(const char* __configFile, const char* __outputFile,
                                                             cudaOutputMode_t __outputMode)
{
    (void)__configFile;
    (void)__outputFile;
    (void)__outputMode;
    #ifdef CUDA_LEGACY_DETAIL_CXX11
    return cuda_legacy::__detail::__found(cudaErrorNotSupported);
    #else
    return cudaErrorNotSupported;
    #endif
}

#endif
