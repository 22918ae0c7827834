// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrmv, csrmm and csrmm2, which cuSPARSE 11 removed, through cusparseSpMV and cusparseSpMM. They had no
// buffer of the program's: it is allocated here, in the order of the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS_H
#define CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS_H

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 11000

static inline cusparseStatus_t cuda_legacy_csrmv(cusparseHandle_t handle, cusparseOperation_t op, int m, int n, int nnz,
                                                 const void* alpha, const cusparseMatDescr_t description,
                                                 const void* values, const int* rows, const int* columns, const void* x,
                                                 const void* beta, void* y, cudaDataType type)
{
    const int as_it_is = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnVecDescr_t in = 0, out = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = cuda_legacy_csr_matrix(&matrix, m, n, nnz, description, values, rows, columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&in, as_it_is ? n : m, (void*)x, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&out, as_it_is ? m : n, y, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status =
            cusparseSpMV_bufferSize(handle, op, alpha, matrix, in, beta, out, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMV(handle, op, alpha, matrix, in, beta, out, type, CUSPARSE_SPMV_ALG_DEFAULT, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (out) cusparseDestroyDnVec(out);
    if (in) cusparseDestroyDnVec(in);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

// C = alpha * op(A) * op(B) + beta * C, A of m rows and k columns, C of n columns, all of them by columns.
static inline cusparseStatus_t cuda_legacy_csrmm(cusparseHandle_t handle, cusparseOperation_t op_a,
                                                 cusparseOperation_t op_b, int m, int n, int k, int nnz,
                                                 const void* alpha, const cusparseMatDescr_t description,
                                                 const void* values, const int* rows, const int* columns, const void* b,
                                                 int ldb, const void* beta, void* c, int ldc, cudaDataType type)
{
    const int as_it_is = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int inner = as_it_is ? k : m;
    const int b_as_it_is = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnMatDescr_t in = 0, out = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = cuda_legacy_csr_matrix(&matrix, m, k, nnz, description, values, rows, columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&in, b_as_it_is ? inner : n, b_as_it_is ? n : inner, ldb, (void*)b, type,
                                     CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&out, as_it_is ? m : k, n, ldc, c, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMM_bufferSize(handle, op_a, op_b, alpha, matrix, in, beta, out, type,
                                         CUSPARSE_SPMM_ALG_DEFAULT, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status =
            cusparseSpMM(handle, op_a, op_b, alpha, matrix, in, beta, out, type, CUSPARSE_SPMM_ALG_DEFAULT, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (out) cusparseDestroyDnMat(out);
    if (in) cusparseDestroyDnMat(in);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS(letter, type, data_type)                                                \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrmv(                                            \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, const type* alpha,             \
            const cusparseMatDescr_t descrA, const type* csrValA, const int* csrRowPtrA, const int* csrColIndA,        \
            const type* x, const type* beta, type* y)                                                                  \
        {                                                                                                              \
            return cuda_legacy_csrmv(handle, transA, m, n, nnz, alpha, descrA, csrValA, csrRowPtrA, csrColIndA, x,     \
                                     beta, y, data_type);                                                              \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrmm2(                                           \
            cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int n, int k,      \
            int nnz, const type* alpha, const cusparseMatDescr_t descrA, const type* csrValA, const int* csrRowPtrA,   \
            const int* csrColIndA, const type* B, int ldb, const type* beta, type* C, int ldc)                         \
        {                                                                                                              \
            return cuda_legacy_csrmm(handle, transA, transB, m, n, k, nnz, alpha, descrA, csrValA, csrRowPtrA,         \
                                     csrColIndA, B, ldb, beta, C, ldc, data_type);                                     \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrmm(                                            \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int k, int nnz, const type* alpha,      \
            const cusparseMatDescr_t descrA, const type* csrValA, const int* csrRowPtrA, const int* csrColIndA,        \
            const type* B, int ldb, const type* beta, type* C, int ldc)                                                \
        {                                                                                                              \
            return cuda_legacy_csrmm(handle, transA, CUSPARSE_OPERATION_NON_TRANSPOSE, m, n, k, nnz, alpha, descrA,    \
                                     csrValA, csrRowPtrA, csrColIndA, B, ldb, beta, C, ldc, data_type);                \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS)

    #undef CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS

    #define cusparseScsrmv cuda_legacy_cusparseScsrmv
    #define cusparseDcsrmv cuda_legacy_cusparseDcsrmv
    #define cusparseCcsrmv cuda_legacy_cusparseCcsrmv
    #define cusparseZcsrmv cuda_legacy_cusparseZcsrmv
    #define cusparseScsrmm cuda_legacy_cusparseScsrmm
    #define cusparseDcsrmm cuda_legacy_cusparseDcsrmm
    #define cusparseCcsrmm cuda_legacy_cusparseCcsrmm
    #define cusparseZcsrmm cuda_legacy_cusparseZcsrmm
    #define cusparseScsrmm2 cuda_legacy_cusparseScsrmm2
    #define cusparseDcsrmm2 cuda_legacy_cusparseDcsrmm2
    #define cusparseCcsrmm2 cuda_legacy_cusparseCcsrmm2
    #define cusparseZcsrmm2 cuda_legacy_cusparseZcsrmm2

#endif

#endif
