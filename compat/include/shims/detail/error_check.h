// checkCudaErrors and getLastCudaError, for helper_cuda.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H
#define CUDA_LEGACY_SHIMS_DETAIL_ERROR_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

//! What comes after the message: the program ends, as in the original. A build may define it as something else that
//! takes the status in parentheses and does not return: `-DCUDA_LEGACY_CHECK_FAILED=throw` throws it, in C++. What the
//! program had allocated stays allocated.
#ifndef CUDA_LEGACY_CHECK_FAILED
    #define CUDA_LEGACY_CHECK_FAILED(status) exit(EXIT_FAILURE)
#endif

//! Ends the program with a message when `call` did not return success.
#define checkCudaErrors(call) cuda_legacy_check((call), #call, __FILE__, __LINE__)

//! Ends the program with `message` when cudaGetLastError tells an error.
#define getLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 1)

//! Prints `message` when cudaGetLastError tells an error, and goes on.
#define printLastCudaError(message) cuda_legacy_last_error(message, __FILE__, __LINE__, 0)

static inline void cuda_legacy_failed(int code, const char* name, const char* call, const char* file, int line)
{
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, code, name, call);
}

static inline void cuda_legacy_last_error(const char* message, const char* file, int line, int ends)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error,
            cudaGetErrorString(error));
    if (ends) CUDA_LEGACY_CHECK_FAILED(error);
}

#if defined(__cplusplus)

//! The name of a status. The names are those of the headers that were included before this one.
template <class Status>
inline const char* _cudaGetErrorEnum(Status)
{
    return "<unknown>";
}

inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

    #if defined(__cuda_cuda_h__) // cuda.h
inline const char* _cudaGetErrorEnum(CUresult error)
{
    const char* name = NULL;
    return cuGetErrorName(error, &name) == CUDA_SUCCESS && name ? name : "<unknown>";
}
    #endif

    #if defined(CUBLAS_API_H_) // cublas_v2.h and cublas.h
inline const char* _cudaGetErrorEnum(cublasStatus_t status)
{
        #define CUDA_LEGACY_DETAIL_NAME(status)                                                                        \
        case status:                                                                                                   \
            return #status;
    switch (status) {
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_SUCCESS)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_NOT_INITIALIZED)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_ALLOC_FAILED)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_INVALID_VALUE)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_ARCH_MISMATCH)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_MAPPING_ERROR)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_INTERNAL_ERROR)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_NOT_SUPPORTED)
        CUDA_LEGACY_DETAIL_NAME(CUBLAS_STATUS_LICENSE_ERROR)
    default:
        return "<unknown>";
    }
        #undef CUDA_LEGACY_DETAIL_NAME
}
    #endif

template <class Status>
inline void cuda_legacy_check(Status status, const char* call, const char* file, int line)
{
    const int code = static_cast<int>(status);
    if (code == 0) return;
    cuda_legacy_failed(code, _cudaGetErrorEnum(status), call, file, line);
    CUDA_LEGACY_CHECK_FAILED(status);
}

#else

static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

static inline void cuda_legacy_check(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess) return;
    cuda_legacy_failed((int)error, _cudaGetErrorEnum(error), call, file, line);
    CUDA_LEGACY_CHECK_FAILED(error);
}

#endif

#endif
