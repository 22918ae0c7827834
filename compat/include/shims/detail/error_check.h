// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks of helper_cuda.h, cutil.h and cutil_inline.h do. No name here is one of theirs: programs of the SDK's
// later versions define checkCudaErrors themselves, beside a header that comes from here.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H
    #define CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H

    #include <stdio.h>
    #include <stdlib.h>

    #include <cuda_runtime_api.h>

    #include "status_names.h"

    //! What comes after the message: the program ends, as in the original. A build may define it as something else that
    //! takes the status in parentheses and does not return: `-DCUDA_LEGACY_CHECK_FAILED=throw` throws it, in C++. What
    //! the program had allocated stays allocated.
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

// A check of something that has no status: of a pointer, of a function that returns false.
static inline void cuda_legacy_check_true(int __holds, const char* what, const char* __file, int __line)
{
    if (__holds) return;
    fprintf(stderr, "%s(%i) : failed: %s\n", __file, __line, what);
    CUDA_LEGACY_CHECK_FAILED(cudaErrorUnknown);
}

// A check of any library's status; in C without its name. The callers' macros write #call themselves: it stands there
// as
// the program has it.
    #if !defined(__cplusplus)
        #define cuda_legacy_check(status, __call, __file, __line)                                                      \
            cuda_legacy_check_number((int)(status), __call, __file, __line)
    #else

// The overloads of cuda_legacy_status_name are found where the template is used, so that a library's header may come
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

#include "status_names.h" // each time: another library may have been included in between
