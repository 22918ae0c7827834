// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the zero on the diagonal that csrsv2 reports. cusparseSpSV does not look for it, so this header reads the
// matrix.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_ZERO_PIVOT_H
#define CUDA_LEGACY_DETAIL_SPARSE_ZERO_PIVOT_H

#include <stdlib.h>

#include <cuda_runtime_api.h>

struct cuda_legacy_triangle {
    int __m, __nnz, __base, __unit_diagonal;
    int __solved; // nonzero: zero values count, too; zero: only missing elements count
    const void* __values;
    const int *__rows, *__columns;
    cudaDataType type;
};

static inline int cuda_legacy_is_zero(const void* __values, int __i, cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
        return ((const float*)__values)[__i] == 0;
    case CUDA_R_64F:
        return ((const double*)__values)[__i] == 0;
    case CUDA_C_32F:
        return ((const float*)__values)[2 * __i] == 0 && ((const float*)__values)[2 * __i + 1] == 0;
    default:
        return ((const double*)__values)[2 * __i] == 0 && ((const double*)__values)[2 * __i + 1] == 0;
    }
}

static inline size_t cuda_legacy_size_of(cudaDataType type)
{
    return type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
}

static inline cusparseStatus_t cuda_legacy_zero_pivot(cusparseHandle_t handle,
                                                      const struct cuda_legacy_triangle* __triangle, int* __position)
{
    const int __m = __triangle->__m, __base = __triangle->__base;
    const size_t __nnz = (size_t)__triangle->__nnz, __row_bytes = ((size_t)__m + 1) * sizeof(int);
    const size_t __value_bytes = __nnz * cuda_legacy_size_of(__triangle->type);
    int __found = -1, __row, __i;
    int* __rows;
    int* __columns;
    void* __values;
    cudaStream_t stream = 0;
    cusparsePointerMode_t mode;
    cudaError_t error = cudaSuccess;
    cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseGetPointerMode(handle, &mode);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    __rows = (int*)malloc(__row_bytes);
    __columns = (int*)malloc(__nnz * sizeof(int) + 1);
    __values = malloc(__value_bytes + 1);
    if (!__rows || !__columns || !__values) status = CUSPARSE_STATUS_ALLOC_FAILED;
    if (status == CUSPARSE_STATUS_SUCCESS && __triangle->__rows && !__triangle->__unit_diagonal) {
        error = cudaMemcpyAsync(__rows, __triangle->__rows, __row_bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess)
            error =
                cudaMemcpyAsync(__columns, __triangle->__columns, __nnz * sizeof(int), cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(__values, __triangle->__values, __value_bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) status = CUSPARSE_STATUS_EXECUTION_FAILED;
        for (__row = 0; __row < __m && __found < 0 && status == CUSPARSE_STATUS_SUCCESS; __row++) {
            __found = __row + __base;
            for (__i = __rows[__row] - __base; __i < __rows[__row + 1] - __base; __i++)
                if (__columns[__i] - __base == __row &&
                    !(__triangle->__solved && cuda_legacy_is_zero(__values, __i, __triangle->type)))
                    __found = -1;
        }
    }
    free(__rows);
    free(__columns);
    free(__values);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    if (mode == CUSPARSE_POINTER_MODE_DEVICE) {
        error = cudaMemcpyAsync(__position, &__found, sizeof __found, cudaMemcpyHostToDevice, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    } else {
        *__position = __found;
    }
    return __found < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#endif
