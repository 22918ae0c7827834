// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks behind helper_cuda.h, cutil.h and cutil_inline.h. This file defines none of the names of those headers,
// because later programs of the SDK define checkCudaErrors themselves.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H
    #define CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H

    #include <stdio.h>
    #include <stdlib.h>

    #include <cuda_runtime_api.h>

    #include "status_names.h"

    //! Runs after the message of a failed check. The default ends the program, as the original does. A build may define
    //! another macro that takes the status in parentheses and does not return: in C++,
    //! `-DCUDA_LEGACY_CHECK_FAILED=throw` throws the status. Memory that the program had allocated stays allocated.
    #ifndef CUDA_LEGACY_CHECK_FAILED
        #define CUDA_LEGACY_CHECK_FAILED(status) exit(EXIT_FAILURE)
    #endif

static inline void cuda_legacy_failed(int code, const char* name, const char* __call, const char* __file, int __line)
{
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", __file, __line, code, name, __call);
}

static inline void cuda_legacy_last_error_by(const char* __function, const char* message, const char* __file,
                                             int __line, int __ends)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : %s() CUDA error : %s : (%d) %s.\n", __file, __line, __function, message, (int)error,
            cudaGetErrorString(error));
    if (__ends) CUDA_LEGACY_CHECK_FAILED(error);
}

static inline void cuda_legacy_last_error(const char* message, const char* __file, int __line, int __ends)
{
    cuda_legacy_last_error_by("getLastCudaError", message, __file, __line, __ends);
}

static inline void cuda_legacy_check_runtime(cudaError_t error, const char* __call, const char* __file, int __line)
{
    if (error == cudaSuccess) return;
    cuda_legacy_failed((int)error, cudaGetErrorName(error), __call, __file, __line);
    CUDA_LEGACY_CHECK_FAILED(error);
}

    #define CUDA_LEGACY_DETAIL_CHECK_RUNTIME(__call) cuda_legacy_check_runtime((__call), #__call, __FILE__, __LINE__)

static inline void cuda_legacy_check_number(int status, const char* __call, const char* __file, int __line)
{
    if (status == 0) return;
    cuda_legacy_failed(status, "<unknown>", __call, __file, __line);
    CUDA_LEGACY_CHECK_FAILED(status);
}

// Checks a condition without a status, such as a pointer or the result of a function that returns false.
static inline void cuda_legacy_check_true(int __holds, const char* what, const char* __file, int __line)
{
    if (__holds) return;
    fprintf(stderr, "%s(%i) : failed: %s\n", __file, __line, what);
    CUDA_LEGACY_CHECK_FAILED(cudaErrorUnknown);
}

// Checks the status of any library; in C the message has no name of the status. The callers' macros write #call
// themselves, because the text would otherwise have its macros expanded.
    #if !defined(__cplusplus)
        #define cuda_legacy_check(status, __call, __file, __line)                                                      \
            cuda_legacy_check_number((int)(status), __call, __file, __line)
    #else

// The template finds the overloads of cuda_legacy_status_name where it is used. So the header of a library may come
// later.
template <class _Status>
inline void cuda_legacy_check(_Status status, const char* __call, const char* __file, int __line)
{
    const int code = static_cast<int>(status);
    if (code == 0) return;
    cuda_legacy_failed(code, cuda_legacy_status_name(status), __call, __file, __line);
    CUDA_LEGACY_CHECK_FAILED(status);
}

    #endif

#endif

#include "status_names.h" // read each time: another library's header may have been included in between
