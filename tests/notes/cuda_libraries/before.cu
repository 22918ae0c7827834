// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix times a vector, by the call that cuSPARSE 11 removed.
#include <cstdio>

#include <cusparse_v2.h>

// y = A * x
cusparseStatus_t multiply(cusparseHandle_t handle, int rows, int columns, int nnz, const float* values,
                          const int* row_offsets, const int* column_indices, const float* x, float* y)
{
    cusparseMatDescr_t description;
    cusparseCreateMatDescr(&description);
    float one = 1, zero = 0;
    cusparseStatus_t status = cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, rows, columns, nnz, &one,
                                             description, values, row_offsets, column_indices, x, &zero, y);
    cusparseDestroyMatDescr(description);
    return status;
}

int main()
{
    // 1 0 2
    // 0 3 0
    const float values[] = {1, 2, 3}, x[] = {10, 20, 30};
    const int row_offsets[] = {0, 2, 3}, column_indices[] = {0, 2, 1};
    float *d_values, *d_x, *d_y, y[2] = {0, 0};
    int *d_rows, *d_columns;
    cudaMalloc((void**)&d_values, sizeof values);
    cudaMalloc((void**)&d_x, sizeof x);
    cudaMalloc((void**)&d_y, sizeof y);
    cudaMalloc((void**)&d_rows, sizeof row_offsets);
    cudaMalloc((void**)&d_columns, sizeof column_indices);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_rows, row_offsets, sizeof row_offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d_columns, column_indices, sizeof column_indices, cudaMemcpyHostToDevice);

    cusparseHandle_t handle;
    cusparseCreate(&handle);
    const cusparseStatus_t status = multiply(handle, 2, 3, 3, d_values, d_rows, d_columns, d_x, d_y);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    cusparseDestroy(handle);
    printf("status %d: %g %g\n", (int)status, y[0], y[1]);

    cudaFree(d_columns);
    cudaFree(d_rows);
    cudaFree(d_y);
    cudaFree(d_x);
    cudaFree(d_values);
    return !(status == CUSPARSE_STATUS_SUCCESS && y[0] == 70 && y[1] == 60);
}
