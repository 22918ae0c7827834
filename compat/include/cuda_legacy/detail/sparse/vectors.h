// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>axpyi, gthr and sctr, which cuSPARSE 12 removed, through cusparseAxpby, cusparseGather and
// cusparseScatter. The old calls did not get the length of the dense vector. The last two look at the places alone that
// the indices name, and are given the longest length that there is. cusparseAxpby writes the whole vector: for it the
// indices are read from the device, and the vector ends behind the largest.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_VECTORS_H
#define CUDA_LEGACY_DETAIL_SPARSE_VECTORS_H

#include <limits.h>
#include <stdlib.h>

#include "csr_matrix.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

enum { cuda_legacy_gather, cuda_legacy_scatter, cuda_legacy_axpby };

static inline cusparseStatus_t cuda_legacy_of_vectors(int what, cusparseHandle_t handle, int length, int nnz,
                                                      const void* alpha, const void* values, const int* indices,
                                                      const void* dense, const void* beta, cusparseIndexBase_t base,
                                                      cudaDataType type)
{
    cusparseSpVecDescr_t sparse = 0;
    cusparseDnVecDescr_t whole = 0;
    cusparseStatus_t status =
        cusparseCreateSpVec(&sparse, length, nnz, (void*)indices, (void*)values, CUSPARSE_INDEX_32I, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&whole, length, (void*)dense, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = what == cuda_legacy_gather    ? cusparseGather(handle, whole, sparse)
                 : what == cuda_legacy_scatter ? cusparseScatter(handle, sparse, whole)
                                               : cusparseAxpby(handle, alpha, sparse, beta, whole);
    if (whole) cusparseDestroyDnVec(whole);
    if (sparse) cusparseDestroySpVec(sparse);
    return status;
}

// y[index] += alpha * x, with 1 and 0 of the type in `one`.
static inline cusparseStatus_t cuda_legacy_axpyi(cusparseHandle_t handle, int nnz, const void* alpha,
                                                 const void* values, const int* indices, void* dense, const void* one,
                                                 cusparseIndexBase_t base, cudaDataType type)
{
    char alpha_here[16];
    int length = 0, i;
    int* here;
    cudaStream_t stream = 0;
    cusparsePointerMode_t mode;
    cudaError_t error;
    cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseGetPointerMode(handle, &mode);
    if (status != CUSPARSE_STATUS_SUCCESS || nnz == 0) return status;
    if (nnz < 0 || !alpha || !indices) return CUSPARSE_STATUS_INVALID_VALUE;
    here = (int*)malloc((size_t)nnz * sizeof(int));
    if (!here) return CUSPARSE_STATUS_ALLOC_FAILED;
    error = cudaMemcpyAsync(here, indices, (size_t)nnz * sizeof(int), cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess && mode == CUSPARSE_POINTER_MODE_DEVICE)
        error = cudaMemcpyAsync(alpha_here, alpha, cuda_legacy_size_of(type), cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    for (i = 0; i < nnz && error == cudaSuccess; i++)
        if (here[i] - (int)base >= length) length = here[i] - (int)base + 1;
    free(here);
    if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    if (length < nnz) length = nnz; /* an index twice, which was never allowed */
    cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST);
    status = cuda_legacy_of_vectors(cuda_legacy_axpby, handle, length, nnz,
                                    mode == CUSPARSE_POINTER_MODE_DEVICE ? alpha_here : alpha, values, indices, dense,
                                    one, base, type);
    cusparseSetPointerMode(handle, mode);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_VECTORS(letter, type, data_type)                                                 \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##axpyi(                                            \
            cusparseHandle_t handle, int nnz, const type* alpha, const type* xVal, const int* xInd, type* y,           \
            cusparseIndexBase_t idxBase)                                                                               \
        {                                                                                                              \
            const type one = {1};                                                                                      \
            return cuda_legacy_axpyi(handle, nnz, alpha, xVal, xInd, y, &one, idxBase, data_type);                     \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##gthr(                                             \
            cusparseHandle_t handle, int nnz, const type* y, type* xVal, const int* xInd, cusparseIndexBase_t idxBase) \
        {                                                                                                              \
            if (nnz == 0) return CUSPARSE_STATUS_SUCCESS;                                                              \
            return cuda_legacy_of_vectors(cuda_legacy_gather, handle, INT_MAX - (int)idxBase, nnz, 0, xVal, xInd, y,   \
                                          0, idxBase, data_type);                                                      \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##sctr(                                             \
            cusparseHandle_t handle, int nnz, const type* xVal, const int* xInd, type* y, cusparseIndexBase_t idxBase) \
        {                                                                                                              \
            if (nnz == 0) return CUSPARSE_STATUS_SUCCESS;                                                              \
            return cuda_legacy_of_vectors(cuda_legacy_scatter, handle, INT_MAX - (int)idxBase, nnz, 0, xVal, xInd, y,  \
                                          0, idxBase, data_type);                                                      \
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
