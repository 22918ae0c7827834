// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix times a vector, by cuSPARSE's call of today.
#include <cstdio>

#include <cusparse.h>

// y = A * x
cusparseStatus_t multiply(cusparseHandle_t handle, int rows, int columns, int nnz, float* values, int* row_offsets,
                          int* column_indices, float* x, float* y)
{
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t in, out;
    cusparseCreateCsr(&matrix, rows, columns, nnz, row_offsets, column_indices, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&in, columns, x, CUDA_R_32F);
    cusparseCreateDnVec(&out, rows, y, CUDA_R_32F);
    const float one = 1, zero = 0;
    const cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    cusparseSpMV_bufferSize(handle, operation, &one, matrix, in, &zero, out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                            &bytes);
    void* buffer = nullptr;
    cudaMalloc(&buffer, bytes);
    const cusparseStatus_t status =
        cusparseSpMV(handle, operation, &one, matrix, in, &zero, out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    cudaFree(buffer);
    cusparseDestroyDnVec(out);
    cusparseDestroyDnVec(in);
    cusparseDestroySpMat(matrix);
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
