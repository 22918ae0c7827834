// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrmv, csrmm and csrmm2, which cuSPARSE 11 removed. They call cusparseSpMV and cusparseSpMM. The old calls
// took no buffer from the program, so this header allocates one in the order of the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS_H
#define CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS_H

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 11000

static inline cusparseStatus_t cuda_legacy_csrmv(cusparseHandle_t handle, cusparseOperation_t op, int __m, int __n,
                                                 int __nnz, const void* __alpha, const cusparseMatDescr_t __description,
                                                 const void* __values, const int* __rows, const int* __columns,
                                                 const void* x, const void* __beta, void* y, cudaDataType type)
{
    const int __as_it_is = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnVecDescr_t __taken = 0, __given_back = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cuda_legacy_csr_matrix(&__matrix, __m, __n, __nnz, __description, __values, __rows, __columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnVec(&__taken, __as_it_is ? __n : __m, (void*)x, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&__given_back, __as_it_is ? __m : __n, y, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMV_bufferSize(handle, op, __alpha, __matrix, __taken, __beta, __given_back, type,
                                         CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMV(handle, op, __alpha, __matrix, __taken, __beta, __given_back, type,
                              CUSPARSE_SPMV_ALG_DEFAULT, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (__given_back) cusparseDestroyDnVec(__given_back);
    if (__taken) cusparseDestroyDnVec(__taken);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

// Computes C = alpha * op(A) * op(B) + beta * C. A has m rows and k columns, and C has n columns. B and C are stored by
// columns.
static inline cusparseStatus_t cuda_legacy_csrmm(cusparseHandle_t handle, cusparseOperation_t __op_a,
                                                 cusparseOperation_t __op_b, int __m, int __n, int __k, int __nnz,
                                                 const void* __alpha, const cusparseMatDescr_t __description,
                                                 const void* __values, const int* __rows, const int* __columns,
                                                 const void* __b, int __ldb, const void* __beta, void* __c, int __ldc,
                                                 cudaDataType type)
{
    const int __as_it_is = __op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int __inner = __as_it_is ? __k : __m;
    const int __b_as_it_is = __op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnMatDescr_t __taken = 0, __given_back = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cuda_legacy_csr_matrix(&__matrix, __m, __k, __nnz, __description, __values, __rows, __columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&__taken, __b_as_it_is ? __inner : __n, __b_as_it_is ? __n : __inner, __ldb,
                                     (void*)__b, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&__given_back, __as_it_is ? __m : __k, __n, __ldc, __c, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMM_bufferSize(handle, __op_a, __op_b, __alpha, __matrix, __taken, __beta, __given_back, type,
                                         CUSPARSE_SPMM_ALG_DEFAULT, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpMM(handle, __op_a, __op_b, __alpha, __matrix, __taken, __beta, __given_back, type,
                              CUSPARSE_SPMM_ALG_DEFAULT, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (__given_back) cusparseDestroyDnMat(__given_back);
    if (__taken) cusparseDestroyDnMat(__taken);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_PRODUCTS(__letter, type, __data_type)                                            \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrmv(                                          \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __n, int __nnz, const type* __alpha,   \
            const cusparseMatDescr_t __descrA, const type* __csrValA, const int* __csrRowPtrA,                         \
            const int* __csrColIndA, const type* x, const type* __beta, type* y)                                       \
        {                                                                                                              \
            return cuda_legacy_csrmv(handle, __transA, __m, __n, __nnz, __alpha, __descrA, __csrValA, __csrRowPtrA,    \
                                     __csrColIndA, x, __beta, y, __data_type);                                         \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrmm2(                                         \
            cusparseHandle_t handle, cusparseOperation_t __transA, cusparseOperation_t __transB, int __m, int __n,     \
            int __k, int __nnz, const type* __alpha, const cusparseMatDescr_t __descrA, const type* __csrValA,         \
            const int* __csrRowPtrA, const int* __csrColIndA, const type* B, int __ldb, const type* __beta, type* C,   \
            int __ldc)                                                                                                 \
        {                                                                                                              \
            return cuda_legacy_csrmm(handle, __transA, __transB, __m, __n, __k, __nnz, __alpha, __descrA, __csrValA,   \
                                     __csrRowPtrA, __csrColIndA, B, __ldb, __beta, C, __ldc, __data_type);             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrmm(                                          \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __n, int __k, int __nnz,               \
            const type* __alpha, const cusparseMatDescr_t __descrA, const type* __csrValA, const int* __csrRowPtrA,    \
            const int* __csrColIndA, const type* B, int __ldb, const type* __beta, type* C, int __ldc)                 \
        {                                                                                                              \
            return cuda_legacy_csrmm(handle, __transA, CUSPARSE_OPERATION_NON_TRANSPOSE, __m, __n, __k, __nnz,         \
                                     __alpha, __descrA, __csrValA, __csrRowPtrA, __csrColIndA, B, __ldb, __beta, C,    \
                                     __ldc, __data_type);                                                              \
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
