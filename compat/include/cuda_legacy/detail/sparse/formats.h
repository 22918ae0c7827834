// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csr2csc and the hybrid format, both of which cuSPARSE 11 removed. A hybrid matrix could only be made of
// another and multiplied, and nobody saw how it lay: here it is a copy of the matrix in CSR.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_FORMATS_H
#define CUDA_LEGACY_DETAIL_SPARSE_FORMATS_H

#include <stdlib.h>

#include "conversions.h"
#include "csr_matrix.h"
#include "products.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

static inline cusparseStatus_t cuda_legacy_csr2csc(cusparseHandle_t handle, int m, int n, int nnz, const void* values,
                                                   const int* rows, const int* columns, void* new_values, int* new_rows,
                                                   int* new_columns, cusparseAction_t action, cusparseIndexBase_t base,
                                                   cudaDataType type)
{
    const cusparseCsr2CscAlg_t how = CUSPARSE_CSR2CSC_ALG_DEFAULT;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = cusparseCsr2cscEx2_bufferSize(handle, m, n, nnz, values, rows, columns, new_values,
                                                            new_columns, new_rows, type, action, base, how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCsr2cscEx2(handle, m, n, nnz, values, rows, columns, new_values, new_columns, new_rows, type,
                                    action, base, how, memory);
    cuda_legacy_sparse_free(handle, memory);
    return status;
}

struct cusparseHybMat {
    int m, n, nnz;
    cudaDataType type;
    void* values;
    int *rows, *columns;
};
typedef struct cusparseHybMat* cusparseHybMat_t;
typedef enum {
    CUSPARSE_HYB_PARTITION_AUTO = 0,
    CUSPARSE_HYB_PARTITION_USER = 1,
    CUSPARSE_HYB_PARTITION_MAX = 2
} cusparseHybPartition_t;

static inline cusparseStatus_t cuda_legacy_cusparseCreateHybMat(cusparseHybMat_t* hybA)
{
    if (!hybA) return CUSPARSE_STATUS_INVALID_VALUE;
    *hybA = (cusparseHybMat_t)calloc(1, sizeof **hybA);
    return *hybA ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

static inline void cuda_legacy_empty_hybrid(cusparseHybMat_t matrix)
{
    cudaFree(matrix->values);
    cudaFree(matrix->rows);
    cudaFree(matrix->columns);
    matrix->values = 0;
    matrix->rows = matrix->columns = 0;
}

static inline cusparseStatus_t cuda_legacy_cusparseDestroyHybMat(cusparseHybMat_t hybA)
{
    if (hybA) cuda_legacy_empty_hybrid(hybA);
    free(hybA);
    return CUSPARSE_STATUS_SUCCESS;
}

// Copies in the order of the handle's stream, to or from the hybrid matrix.
static inline cusparseStatus_t cuda_legacy_copy_csr(cusparseHandle_t handle, const struct cusparseHybMat* of,
                                                    void* values, int* rows, int* columns, const void* from_values,
                                                    const int* from_rows, const int* from_columns)
{
    const size_t nnz = (size_t)of->nnz;
    cudaStream_t stream = 0;
    cudaError_t error;
    const cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    error = cudaMemcpyAsync(rows, from_rows, ((size_t)of->m + 1) * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(columns, from_columns, nnz * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    if (error == cudaSuccess)
        error =
            cudaMemcpyAsync(values, from_values, nnz * cuda_legacy_size_of(of->type), cudaMemcpyDeviceToDevice, stream);
    return error == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static inline cusparseStatus_t cuda_legacy_csr2hyb(cusparseHandle_t handle, int m, int n,
                                                   const cusparseMatDescr_t description, const void* values,
                                                   const int* rows, const int* columns, cusparseHybMat_t matrix,
                                                   cudaDataType type)
{
    void *new_values = 0, *new_rows = 0, *new_columns = 0;
    int nnz = 0;
    cusparseStatus_t status;
    if (!matrix) return CUSPARSE_STATUS_INVALID_VALUE;
    status = cuda_legacy_count_of(handle, description, rows, m, &nnz);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    cuda_legacy_empty_hybrid(matrix);
    matrix->m = m;
    matrix->n = n;
    matrix->nnz = nnz;
    matrix->type = type;
    status = cuda_legacy_sparse_memory(handle, &new_values, (size_t)nnz * cuda_legacy_size_of(type));
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_sparse_memory(handle, &new_rows, ((size_t)m + 1) * sizeof(int));
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_sparse_memory(handle, &new_columns, (size_t)nnz * sizeof(int));
    matrix->values = new_values;
    matrix->rows = (int*)new_rows;
    matrix->columns = (int*)new_columns;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status =
            cuda_legacy_copy_csr(handle, matrix, matrix->values, matrix->rows, matrix->columns, values, rows, columns);
    return status;
}

    // The first part of a hybrid matrix has rows of one width, which the program could choose: it changes no result.
    #define CUDA_LEGACY_DETAIL_SPARSE_FORMATS(letter, value, data_type)                                                \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csr2csc(                                          \
            cusparseHandle_t handle, int m, int n, int nnz, const value* csrVal, const int* csrRowPtr,                 \
            const int* csrColInd, value* cscVal, int* cscRowInd, int* cscColPtr, cusparseAction_t copyValues,          \
            cusparseIndexBase_t idxBase)                                                                               \
        {                                                                                                              \
            return cuda_legacy_csr2csc(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscRowInd, cscColPtr,  \
                                       copyValues, idxBase, data_type);                                                \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csr2hyb(                                          \
            cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const value* csrValA,              \
            const int* csrRowPtrA, const int* csrColIndA, cusparseHybMat_t hybA, int userEllWidth,                     \
            cusparseHybPartition_t partitionType)                                                                      \
        {                                                                                                              \
            (void)userEllWidth;                                                                                        \
            (void)partitionType;                                                                                       \
            return cuda_legacy_csr2hyb(handle, m, n, descrA, csrValA, csrRowPtrA, csrColIndA, hybA, data_type);        \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##hyb2csr(                                          \
            cusparseHandle_t handle, const cusparseMatDescr_t descrA, const cusparseHybMat_t hybA, value* csrValA,     \
            int* csrRowPtrA, int* csrColIndA)                                                                          \
        {                                                                                                              \
            (void)descrA;                                                                                              \
            if (!hybA || !hybA->rows || hybA->type != data_type) return CUSPARSE_STATUS_INVALID_VALUE;                 \
            return cuda_legacy_copy_csr(handle, hybA, csrValA, csrRowPtrA, csrColIndA, hybA->values, hybA->rows,       \
                                        hybA->columns);                                                                \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##hybmv(                                            \
            cusparseHandle_t handle, cusparseOperation_t transA, const value* alpha, const cusparseMatDescr_t descrA,  \
            const cusparseHybMat_t hybA, const value* x, const value* beta, value* y)                                  \
        {                                                                                                              \
            if (!hybA || !hybA->rows || hybA->type != data_type) return CUSPARSE_STATUS_INVALID_VALUE;                 \
            return cuda_legacy_csrmv(handle, transA, hybA->m, hybA->n, hybA->nnz, alpha, descrA, hybA->values,         \
                                     hybA->rows, hybA->columns, x, beta, y, data_type);                                \
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
