/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of cuBLAS that helper_cuda.h needs, the guard of its header and its status. cuBLAS need not be installed. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef struct cublasContext* cublasHandle_t;

static inline cublasStatus_t cublasCreate(cublasHandle_t* handle)
{
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

#endif
