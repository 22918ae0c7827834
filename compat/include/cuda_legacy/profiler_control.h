/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! cudaProfilerInitialize and its parameter types. CUDA 10.2 deprecated them, and CUDA 12.0 removed them.
//!
//! The function configured the command line profiler of CUDA 4: the counters to record and the file to write. That
//! profiler no longer exists. The driver's function, cuProfilerInitialize, returns "not supported" since CUDA 12, and
//! so does this one. cudaProfilerStart and cudaProfilerStop still exist and work with nsys and ncu.
//!
//! Note: migration-notes/profiler_control.md.
#ifndef CUDA_LEGACY_PROFILER_CONTROL_H
    #define CUDA_LEGACY_PROFILER_CONTROL_H

    #include <cuda_runtime_api.h>

    #include "detail/language.h"

    #ifdef CUDA_LEGACY_DETAIL_CXX11
        #include "detail/last_error.h"
    #endif

//! The output format of the profiler.
enum cudaOutputMode {
    cudaKeyValuePair = 0, //!< lines of names and values
    cudaCSV = 1           //!< values between commas
};
typedef enum cudaOutputMode cudaOutputMode_t;

//! Configured the profiler. Always fails today.
//!
//! \param configFile the names of the counters; ignored
//! \param outputFile the file to write; ignored
//! \param outputMode the format of the file; ignored
//! \return cudaErrorNotSupported
//!
//! Difference: the original configured the profiler.
//! Now: options of nsys and ncu.
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
