// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for old cuSPARSE calls: they describe a CSR matrix by its arrays and its cusparseMatDescr_t, and allocate
// memory in the order of the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_CSR_MATRIX_H
#define CUDA_LEGACY_DETAIL_SPARSE_CSR_MATRIX_H

#include <cuda_runtime_api.h>

// The letters of the old calls and their types of values: S, D, C, Z.
#define CUDA_LEGACY_DETAIL_SPARSE_TYPES(__call)                                                                        \
    __call(S, float, CUDA_R_32F) __call(D, double, CUDA_R_64F) __call(C, cuComplex, CUDA_C_32F)                        \
        __call(Z, cuDoubleComplex, CUDA_C_64F)

// Accepts only general matrices, because the new calls know no symmetric ones.
static inline cusparseStatus_t cuda_legacy_csr_matrix(cusparseSpMatDescr_t* __matrix, int __rows, int __columns,
                                                      int __nnz, const cusparseMatDescr_t __description,
                                                      const void* __values, const int* __row_offsets,
                                                      const int* __column_indices, cudaDataType type)
{
    if (!__description) return CUSPARSE_STATUS_INVALID_VALUE;
    if (cusparseGetMatType(__description) != CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    return cusparseCreateCsr(__matrix, __rows, __columns, __nnz, (void*)__row_offsets, (void*)__column_indices,
                             (void*)__values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             cusparseGetMatIndexBase(__description), type);
}

static inline cusparseStatus_t cuda_legacy_sparse_memory(cusparseHandle_t handle, void** memory, size_t bytes)
{
    cudaStream_t stream = 0;
    const cusparseStatus_t status = cusparseGetStream(handle, &stream);
    *memory = 0;
    if (status != CUSPARSE_STATUS_SUCCESS || bytes == 0) return status;
    return cudaMallocAsync(memory, bytes, stream) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS
                                                                 : CUSPARSE_STATUS_ALLOC_FAILED;
}

static inline void cuda_legacy_sparse_free(cusparseHandle_t handle, void* memory)
{
    cudaStream_t stream = 0;
    if (memory && cusparseGetStream(handle, &stream) == CUSPARSE_STATUS_SUCCESS) cudaFreeAsync(memory, stream);
}

#endif
