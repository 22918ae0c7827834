// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls of old cuSPARSE need of the new: a matrix in CSR out of its arrays and its cusparseMatDescr_t, and
// memory in the order of the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_CSR_MATRIX_H
#define CUDA_LEGACY_DETAIL_SPARSE_CSR_MATRIX_H

#include <cuda_runtime_api.h>

// The types of values that old calls have a letter for: S, D, C, Z.
#define CUDA_LEGACY_DETAIL_SPARSE_TYPES(call)                                                                          \
    call(S, float, CUDA_R_32F) call(D, double, CUDA_R_64F) call(C, cuComplex, CUDA_C_32F)                              \
        call(Z, cuDoubleComplex, CUDA_C_64F)

// Only general matrices: today's calls know no symmetric ones.
static inline cusparseStatus_t cuda_legacy_csr_matrix(cusparseSpMatDescr_t* matrix, int rows, int columns, int nnz,
                                                      const cusparseMatDescr_t description, const void* values,
                                                      const int* row_offsets, const int* column_indices,
                                                      cudaDataType type)
{
    if (!description) return CUSPARSE_STATUS_INVALID_VALUE;
    if (cusparseGetMatType(description) != CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    return cusparseCreateCsr(matrix, rows, columns, nnz, (void*)row_offsets, (void*)column_indices, (void*)values,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, cusparseGetMatIndexBase(description), type);
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
