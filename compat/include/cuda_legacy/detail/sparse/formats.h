// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csr2csc and the hybrid format, both of which cuSPARSE 11 removed. A program could only create a hybrid
// matrix from another matrix and multiply it. The layout was hidden, so this header keeps a copy of the matrix in CSR.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_FORMATS_H
#define CUDA_LEGACY_DETAIL_SPARSE_FORMATS_H

#include <stdlib.h>

#include "conversions.h"
#include "csr_matrix.h"
#include "products.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

static inline cusparseStatus_t cuda_legacy_csr2csc(cusparseHandle_t handle, int __m, int __n, int __nnz,
                                                   const void* __values, const int* __rows, const int* __columns,
                                                   void* __new_values, int* __new_rows, int* __new_columns,
                                                   cusparseAction_t __action, cusparseIndexBase_t __base,
                                                   cudaDataType type)
{
    const cusparseCsr2CscAlg_t __how = CUSPARSE_CSR2CSC_ALG_DEFAULT;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cusparseCsr2cscEx2_bufferSize(handle, __m, __n, __nnz, __values, __rows, __columns, __new_values, __new_columns,
                                      __new_rows, type, __action, __base, __how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCsr2cscEx2(handle, __m, __n, __nnz, __values, __rows, __columns, __new_values, __new_columns,
                                    __new_rows, type, __action, __base, __how, memory);
    cuda_legacy_sparse_free(handle, memory);
    return status;
}

struct cusparseHybMat {
    int __m, __n, __nnz;
    cudaDataType type;
    void* __values;
    int *__rows, *__columns;
};
typedef struct cusparseHybMat* cusparseHybMat_t;
typedef enum {
    CUSPARSE_HYB_PARTITION_AUTO = 0,
    CUSPARSE_HYB_PARTITION_USER = 1,
    CUSPARSE_HYB_PARTITION_MAX = 2
} cusparseHybPartition_t;

static inline cusparseStatus_t cuda_legacy_cusparseCreateHybMat(cusparseHybMat_t* __hybA)
{
    if (!__hybA) return CUSPARSE_STATUS_INVALID_VALUE;
    *__hybA = (cusparseHybMat_t)calloc(1, sizeof **__hybA);
    return *__hybA ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

static inline void cuda_legacy_empty_hybrid(cusparseHybMat_t __matrix)
{
    cudaFree(__matrix->__values);
    cudaFree(__matrix->__rows);
    cudaFree(__matrix->__columns);
    __matrix->__values = 0;
    __matrix->__rows = __matrix->__columns = 0;
}

static inline cusparseStatus_t cuda_legacy_cusparseDestroyHybMat(cusparseHybMat_t __hybA)
{
    if (__hybA) cuda_legacy_empty_hybrid(__hybA);
    free(__hybA);
    return CUSPARSE_STATUS_SUCCESS;
}

// Copies to or from the hybrid matrix, in the order of the handle's stream.
static inline cusparseStatus_t cuda_legacy_copy_csr(cusparseHandle_t handle, const struct cusparseHybMat* __of,
                                                    void* __values, int* __rows, int* __columns,
                                                    const void* __from_values, const int* __from_rows,
                                                    const int* __from_columns)
{
    const size_t __nnz = (size_t)__of->__nnz;
    cudaStream_t stream = 0;
    cudaError_t error;
    const cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    error =
        cudaMemcpyAsync(__rows, __from_rows, ((size_t)__of->__m + 1) * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(__columns, __from_columns, __nnz * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(__values, __from_values, __nnz * cuda_legacy_size_of(__of->type),
                                cudaMemcpyDeviceToDevice, stream);
    return error == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static inline cusparseStatus_t cuda_legacy_csr2hyb(cusparseHandle_t handle, int __m, int __n,
                                                   const cusparseMatDescr_t __description, const void* __values,
                                                   const int* __rows, const int* __columns, cusparseHybMat_t __matrix,
                                                   cudaDataType type)
{
    void *__new_values = 0, *__new_rows = 0, *__new_columns = 0;
    int __nnz = 0;
    cusparseStatus_t status;
    if (!__matrix) return CUSPARSE_STATUS_INVALID_VALUE;
    status = cuda_legacy_count_of(handle, __description, __rows, __m, &__nnz);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    cuda_legacy_empty_hybrid(__matrix);
    __matrix->__m = __m;
    __matrix->__n = __n;
    __matrix->__nnz = __nnz;
    __matrix->type = type;
    status = cuda_legacy_sparse_memory(handle, &__new_values, (size_t)__nnz * cuda_legacy_size_of(type));
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_sparse_memory(handle, &__new_rows, ((size_t)__m + 1) * sizeof(int));
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_sparse_memory(handle, &__new_columns, (size_t)__nnz * sizeof(int));
    __matrix->__values = __new_values;
    __matrix->__rows = (int*)__new_rows;
    __matrix->__columns = (int*)__new_columns;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_copy_csr(handle, __matrix, __matrix->__values, __matrix->__rows, __matrix->__columns,
                                      __values, __rows, __columns);
    return status;
}

    // In the original, the first part of a hybrid matrix has rows of one width, which the program may choose. The width
    // changes no result, so this header ignores it.
    #define CUDA_LEGACY_DETAIL_SPARSE_FORMATS(__letter, value, __data_type)                                            \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csr2csc(                                        \
            cusparseHandle_t handle, int __m, int __n, int __nnz, const value* __csrVal, const int* __csrRowPtr,       \
            const int* __csrColInd, value* __cscVal, int* __cscRowInd, int* __cscColPtr,                               \
            cusparseAction_t __copyValues, cusparseIndexBase_t __idxBase)                                              \
        {                                                                                                              \
            return cuda_legacy_csr2csc(handle, __m, __n, __nnz, __csrVal, __csrRowPtr, __csrColInd, __cscVal,          \
                                       __cscRowInd, __cscColPtr, __copyValues, __idxBase, __data_type);                \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csr2hyb(                                        \
            cusparseHandle_t handle, int __m, int __n, const cusparseMatDescr_t __descrA, const value* __csrValA,      \
            const int* __csrRowPtrA, const int* __csrColIndA, cusparseHybMat_t __hybA, int __userEllWidth,             \
            cusparseHybPartition_t __partitionType)                                                                    \
        {                                                                                                              \
            (void)__userEllWidth;                                                                                      \
            (void)__partitionType;                                                                                     \
            return cuda_legacy_csr2hyb(handle, __m, __n, __descrA, __csrValA, __csrRowPtrA, __csrColIndA, __hybA,      \
                                       __data_type);                                                                   \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##hyb2csr(                                        \
            cusparseHandle_t handle, const cusparseMatDescr_t __descrA, const cusparseHybMat_t __hybA,                 \
            value* __csrValA, int* __csrRowPtrA, int* __csrColIndA)                                                    \
        {                                                                                                              \
            (void)__descrA;                                                                                            \
            if (!__hybA || !__hybA->__rows || __hybA->type != __data_type) return CUSPARSE_STATUS_INVALID_VALUE;       \
            return cuda_legacy_copy_csr(handle, __hybA, __csrValA, __csrRowPtrA, __csrColIndA, __hybA->__values,       \
                                        __hybA->__rows, __hybA->__columns);                                            \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##hybmv(                                          \
            cusparseHandle_t handle, cusparseOperation_t __transA, const value* __alpha,                               \
            const cusparseMatDescr_t __descrA, const cusparseHybMat_t __hybA, const value* x, const value* __beta,     \
            value* y)                                                                                                  \
        {                                                                                                              \
            if (!__hybA || !__hybA->__rows || __hybA->type != __data_type) return CUSPARSE_STATUS_INVALID_VALUE;       \
            return cuda_legacy_csrmv(handle, __transA, __hybA->__m, __hybA->__n, __hybA->__nnz, __alpha, __descrA,     \
                                     __hybA->__values, __hybA->__rows, __hybA->__columns, x, __beta, y, __data_type);  \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_FORMATS)

    #undef CUDA_LEGACY_DETAIL_SPARSE_FORMATS

    #define cusparseCreateHybMat cuda_legacy_cusparseCreateHybMat
    #define cusparseDestroyHybMat cuda_legacy_cusparseDestroyHybMat
    #define cusparseScsr2csc cuda_legacy_cusparseScsr2csc
    #define cusparseDcsr2csc cuda_legacy_cusparseDcsr2csc
    #define cusparseCcsr2csc cuda_legacy_cusparseCcsr2csc
    #define cusparseZcsr2csc cuda_legacy_cusparseZcsr2csc
    #define cusparseScsr2hyb cuda_legacy_cusparseScsr2hyb
    #define cusparseDcsr2hyb cuda_legacy_cusparseDcsr2hyb
    #define cusparseCcsr2hyb cuda_legacy_cusparseCcsr2hyb
    #define cusparseZcsr2hyb cuda_legacy_cusparseZcsr2hyb
    #define cusparseShyb2csr cuda_legacy_cusparseShyb2csr
    #define cusparseDhyb2csr cuda_legacy_cusparseDhyb2csr
    #define cusparseChyb2csr cuda_legacy_cusparseChyb2csr
    #define cusparseZhyb2csr cuda_legacy_cusparseZhyb2csr
    #define cusparseShybmv cuda_legacy_cusparseShybmv
    #define cusparseDhybmv cuda_legacy_cusparseDhybmv
    #define cusparseChybmv cuda_legacy_cusparseChybmv
    #define cusparseZhybmv cuda_legacy_cusparseZhybmv

#endif

#endif
