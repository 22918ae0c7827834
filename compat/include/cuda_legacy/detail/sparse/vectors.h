// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>axpyi, gthr and sctr, which cuSPARSE 12 removed. They call cusparseAxpby, cusparseGather and
// cusparseScatter. The old calls did not get the length of the dense vector. cusparseGather and cusparseScatter read
// only the positions in the indices, so they get the largest possible length. cusparseAxpby writes the whole vector. So
// this header reads the indices from the device, and the vector ends at the largest index.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_VECTORS_H
#define CUDA_LEGACY_DETAIL_SPARSE_VECTORS_H

#include <limits.h>
#include <stdlib.h>

#include "csr_matrix.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

enum { cuda_legacy_gather, cuda_legacy_scatter, cuda_legacy_axpby };

static inline cusparseStatus_t cuda_legacy_of_vectors(int what, cusparseHandle_t handle, int length, int __nnz,
                                                      const void* __alpha, const void* __values, const int* __indices,
                                                      const void* __dense, const void* __beta,
                                                      cusparseIndexBase_t __base, cudaDataType type)
{
    cusparseSpVecDescr_t __sparse = 0;
    cusparseDnVecDescr_t __whole = 0;
    cusparseStatus_t status = cusparseCreateSpVec(&__sparse, length, __nnz, (void*)__indices, (void*)__values,
                                                  CUSPARSE_INDEX_32I, __base, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&__whole, length, (void*)__dense, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = what == cuda_legacy_gather    ? cusparseGather(handle, __whole, __sparse)
                 : what == cuda_legacy_scatter ? cusparseScatter(handle, __sparse, __whole)
                                               : cusparseAxpby(handle, __alpha, __sparse, __beta, __whole);
    if (__whole) cusparseDestroyDnVec(__whole);
    if (__sparse) cusparseDestroySpVec(__sparse);
    return status;
}

// Computes y[index] += alpha * x. `one` holds 1 and 0 of the type.
static inline cusparseStatus_t cuda_legacy_axpyi(cusparseHandle_t handle, int __nnz, const void* __alpha,
                                                 const void* __values, const int* __indices, void* __dense,
                                                 const void* __one, cusparseIndexBase_t __base, cudaDataType type)
{
    char __alpha_here[16];
    int length = 0, __i;
    int* __here;
    cudaStream_t stream = 0;
    cusparsePointerMode_t mode;
    cudaError_t error;
    cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseGetPointerMode(handle, &mode);
    if (status != CUSPARSE_STATUS_SUCCESS || __nnz == 0) return status;
    if (__nnz < 0 || !__alpha || !__indices) return CUSPARSE_STATUS_INVALID_VALUE;
    __here = (int*)malloc((size_t)__nnz * sizeof(int));
    if (!__here) return CUSPARSE_STATUS_ALLOC_FAILED;
    error = cudaMemcpyAsync(__here, __indices, (size_t)__nnz * sizeof(int), cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess && mode == CUSPARSE_POINTER_MODE_DEVICE)
        error = cudaMemcpyAsync(__alpha_here, __alpha, cuda_legacy_size_of(type), cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    for (__i = 0; __i < __nnz && error == cudaSuccess; __i++)
        if (__here[__i] - (int)__base >= length) length = __here[__i] - (int)__base + 1;
    free(__here);
    if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    if (length < __nnz) length = __nnz; /* an index occurs twice, which was never allowed */
    cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST);
    status = cuda_legacy_of_vectors(cuda_legacy_axpby, handle, length, __nnz,
                                    mode == CUSPARSE_POINTER_MODE_DEVICE ? __alpha_here : __alpha, __values, __indices,
                                    __dense, __one, __base, type);
    cusparseSetPointerMode(handle, mode);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_VECTORS(__letter, type, __data_type)                                             \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##axpyi(                                          \
            cusparseHandle_t handle, int __nnz, const type* __alpha, const type* __xVal, const int* __xInd, type* y,   \
            cusparseIndexBase_t __idxBase)                                                                             \
        {                                                                                                              \
            const type __one = {1};                                                                                    \
            return cuda_legacy_axpyi(handle, __nnz, __alpha, __xVal, __xInd, y, &__one, __idxBase, __data_type);       \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##gthr(                                           \
            cusparseHandle_t handle, int __nnz, const type* y, type* __xVal, const int* __xInd,                        \
            cusparseIndexBase_t __idxBase)                                                                             \
        {                                                                                                              \
            if (__nnz == 0) return CUSPARSE_STATUS_SUCCESS;                                                            \
            return cuda_legacy_of_vectors(cuda_legacy_gather, handle, INT_MAX - (int)__idxBase, __nnz, 0, __xVal,      \
                                          __xInd, y, 0, __idxBase, __data_type);                                       \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##sctr(cusparseHandle_t handle, int __nnz,        \
                                                                            const type* __xVal, const int* __xInd,     \
                                                                            type* y, cusparseIndexBase_t __idxBase)    \
        {                                                                                                              \
            if (__nnz == 0) return CUSPARSE_STATUS_SUCCESS;                                                            \
            return cuda_legacy_of_vectors(cuda_legacy_scatter, handle, INT_MAX - (int)__idxBase, __nnz, 0, __xVal,     \
                                          __xInd, y, 0, __idxBase, __data_type);                                       \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_VECTORS)

    #undef CUDA_LEGACY_DETAIL_SPARSE_VECTORS

    #define cusparseSaxpyi cuda_legacy_cusparseSaxpyi
    #define cusparseDaxpyi cuda_legacy_cusparseDaxpyi
    #define cusparseCaxpyi cuda_legacy_cusparseCaxpyi
    #define cusparseZaxpyi cuda_legacy_cusparseZaxpyi
    #define cusparseSgthr cuda_legacy_cusparseSgthr
    #define cusparseDgthr cuda_legacy_cusparseDgthr
    #define cusparseCgthr cuda_legacy_cusparseCgthr
    #define cusparseZgthr cuda_legacy_cusparseZgthr
    #define cusparseSsctr cuda_legacy_cusparseSsctr
    #define cusparseDsctr cuda_legacy_cusparseDsctr
    #define cusparseCsctr cuda_legacy_cusparseCsctr
    #define cusparseZsctr cuda_legacy_cusparseZsctr

#endif

#endif
