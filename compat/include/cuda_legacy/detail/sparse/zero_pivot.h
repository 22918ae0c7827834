// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The zero on the diagonal that csrsv2 tells of. cusparseSpSV does not look for it: the matrix is read here.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_ZERO_PIVOT_H
#define CUDA_LEGACY_DETAIL_SPARSE_ZERO_PIVOT_H

#include <stdlib.h>

#include <cuda_runtime_api.h>

struct cuda_legacy_triangle {
    int m, nnz, base, unit_diagonal;
    int solved; // only then the values count; before, what is missing
    const void* values;
    const int *rows, *columns;
    cudaDataType type;
};

static inline int cuda_legacy_is_zero(const void* values, int i, cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
        return ((const float*)values)[i] == 0;
    case CUDA_R_64F:
        return ((const double*)values)[i] == 0;
    case CUDA_C_32F:
        return ((const float*)values)[2 * i] == 0 && ((const float*)values)[2 * i + 1] == 0;
    default:
        return ((const double*)values)[2 * i] == 0 && ((const double*)values)[2 * i + 1] == 0;
    }
}

static inline size_t cuda_legacy_size_of(cudaDataType type)
{
    return type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
}

static inline cusparseStatus_t cuda_legacy_zero_pivot(cusparseHandle_t handle,
                                                      const struct cuda_legacy_triangle* triangle, int* position)
{
    const int m = triangle->m, base = triangle->base;
    const size_t nnz = (size_t)triangle->nnz, row_bytes = ((size_t)m + 1) * sizeof(int);
    const size_t value_bytes = nnz * cuda_legacy_size_of(triangle->type);
    int found = -1, row, i;
    int* rows;
    int* columns;
    void* values;
    cudaStream_t stream = 0;
    cusparsePointerMode_t mode;
    cudaError_t error = cudaSuccess;
    cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseGetPointerMode(handle, &mode);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    rows = (int*)malloc(row_bytes);
    columns = (int*)malloc(nnz * sizeof(int) + 1);
    values = malloc(value_bytes + 1);
    if (!rows || !columns || !values) status = CUSPARSE_STATUS_ALLOC_FAILED;
    if (status == CUSPARSE_STATUS_SUCCESS && triangle->rows && !triangle->unit_diagonal) {
        error = cudaMemcpyAsync(rows, triangle->rows, row_bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(columns, triangle->columns, nnz * sizeof(int), cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(values, triangle->values, value_bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) status = CUSPARSE_STATUS_EXECUTION_FAILED;
        for (row = 0; row < m && found < 0 && status == CUSPARSE_STATUS_SUCCESS; row++) {
            found = row + base;
            for (i = rows[row] - base; i < rows[row + 1] - base; i++)
                if (columns[i] - base == row && !(triangle->solved && cuda_legacy_is_zero(values, i, triangle->type)))
                    found = -1;
        }
    }
    free(rows);
    free(columns);
    free(values);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    if (mode == CUSPARSE_POINTER_MODE_DEVICE) {
        error = cudaMemcpyAsync(position, &found, sizeof found, cudaMemcpyHostToDevice, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    } else {
        *position = found;
    }
    return found < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#endif
