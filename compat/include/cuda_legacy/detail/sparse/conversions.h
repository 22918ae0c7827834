// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csr2dense, csc2dense, dense2csr and dense2csc, which cuSPARSE 12 removed. They call cusparseSparseToDense
// and cusparseDenseToSparse. The new calls need the number of elements, which the old calls did not get. This header
// reads the number from the device, so the host waits for the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS_H
#define CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS_H

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 12000

enum { cuda_legacy_by_rows, cuda_legacy_by_columns };

// Describes a matrix of m rows and n columns, stored by rows (CSR) or by columns (CSC).
static inline cusparseStatus_t cuda_legacy_compressed(cusparseSpMatDescr_t* __matrix, int __order, int __m, int __n,
                                                      int __nnz, const cusparseMatDescr_t __description,
                                                      const void* __values, const int* __offsets, const int* __indices,
                                                      cudaDataType type)
{
    if (__order == cuda_legacy_by_rows)
        return cuda_legacy_csr_matrix(__matrix, __m, __n, __nnz, __description, __values, __offsets, __indices, type);
    if (!__description) return CUSPARSE_STATUS_INVALID_VALUE;
    if (cusparseGetMatType(__description) != CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    return cusparseCreateCsc(__matrix, __m, __n, __nnz, (void*)__offsets, (void*)__indices, (void*)__values,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, cusparseGetMatIndexBase(__description), type);
}

// Gives the last offset minus the base, which is the number of elements.
static inline cusparseStatus_t cuda_legacy_count_of(cusparseHandle_t handle, const cusparseMatDescr_t __description,
                                                    const int* __offsets, int __lines, int* __nnz)
{
    cudaStream_t stream = 0;
    cudaError_t error;
    const cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    if (!__description || !__offsets || __lines < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    error = cudaMemcpyAsync(__nnz, __offsets + __lines, sizeof *__nnz, cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    *__nnz -= (int)cusparseGetMatIndexBase(__description);
    return *__nnz < 0 ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cuda_legacy_to_dense(int __order, cusparseHandle_t handle, int __m, int __n,
                                                    const cusparseMatDescr_t __description, const void* __values,
                                                    const int* __offsets, const int* __indices, void* __dense, int __ld,
                                                    cudaDataType type)
{
    const cusparseSparseToDenseAlg_t __how = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnMatDescr_t __given_back = 0;
    int __nnz = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cuda_legacy_count_of(handle, __description, __offsets, __order == cuda_legacy_by_rows ? __m : __n, &__nnz);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_compressed(&__matrix, __order, __m, __n, __nnz, __description, __values, __offsets,
                                        __indices, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&__given_back, __m, __n, __ld, __dense, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSparseToDense_bufferSize(handle, __matrix, __given_back, __how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSparseToDense(handle, __matrix, __given_back, __how, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (__given_back) cusparseDestroyDnMat(__given_back);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

// The analysis writes the offsets; the conversion writes columns and values.
static inline cusparseStatus_t cuda_legacy_to_sparse(int __order, cusparseHandle_t handle, int __m, int __n,
                                                     const cusparseMatDescr_t __description, const void* __dense,
                                                     int __ld, void* __values, int* __offsets, int* __indices,
                                                     cudaDataType type)
{
    const cusparseDenseToSparseAlg_t __how = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnMatDescr_t __taken = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cuda_legacy_compressed(&__matrix, __order, __m, __n, 0, __description, 0, __offsets, 0, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&__taken, __m, __n, __ld, (void*)__dense, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseDenseToSparse_bufferSize(handle, __taken, __matrix, __how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseDenseToSparse_analysis(handle, __taken, __matrix, __how, memory);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = __order == cuda_legacy_by_rows ? cusparseCsrSetPointers(__matrix, __offsets, __indices, __values)
                                                : cusparseCscSetPointers(__matrix, __offsets, __indices, __values);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseDenseToSparse_convert(handle, __taken, __matrix, __how, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (__taken) cusparseDestroyDnMat(__taken);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

    // The program has counted the elements of each row or column with cusparse<t>nnz. The new calls do not need these
    // numbers.
    #define CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS(__letter, type, __data_type)                                         \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csr2dense(                                      \
            cusparseHandle_t handle, int __m, int __n, const cusparseMatDescr_t __descrA, const type* __csrValA,       \
            const int* __csrRowPtrA, const int* __csrColIndA, type* A, int __lda)                                      \
        {                                                                                                              \
            return cuda_legacy_to_dense(cuda_legacy_by_rows, handle, __m, __n, __descrA, __csrValA, __csrRowPtrA,      \
                                        __csrColIndA, A, __lda, __data_type);                                          \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csc2dense(                                      \
            cusparseHandle_t handle, int __m, int __n, const cusparseMatDescr_t __descrA, const type* __cscValA,       \
            const int* __cscRowIndA, const int* __cscColPtrA, type* A, int __lda)                                      \
        {                                                                                                              \
            return cuda_legacy_to_dense(cuda_legacy_by_columns, handle, __m, __n, __descrA, __cscValA, __cscColPtrA,   \
                                        __cscRowIndA, A, __lda, __data_type);                                          \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##dense2csr(                                      \
            cusparseHandle_t handle, int __m, int __n, const cusparseMatDescr_t __descrA, const type* A, int __lda,    \
            const int* __nnzPerRow, type* __csrValA, int* __csrRowPtrA, int* __csrColIndA)                             \
        {                                                                                                              \
            (void)__nnzPerRow;                                                                                         \
            return cuda_legacy_to_sparse(cuda_legacy_by_rows, handle, __m, __n, __descrA, A, __lda, __csrValA,         \
                                         __csrRowPtrA, __csrColIndA, __data_type);                                     \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##dense2csc(                                      \
            cusparseHandle_t handle, int __m, int __n, const cusparseMatDescr_t __descrA, const type* A, int __lda,    \
            const int* __nnzPerCol, type* __cscValA, int* __cscRowIndA, int* __cscColPtrA)                             \
        {                                                                                                              \
            (void)__nnzPerCol;                                                                                         \
            return cuda_legacy_to_sparse(cuda_legacy_by_columns, handle, __m, __n, __descrA, A, __lda, __cscValA,      \
                                         __cscColPtrA, __cscRowIndA, __data_type);                                     \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS)

    #undef CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS

    #define cusparseScsr2dense cuda_legacy_cusparseScsr2dense
    #define cusparseDcsr2dense cuda_legacy_cusparseDcsr2dense
    #define cusparseCcsr2dense cuda_legacy_cusparseCcsr2dense
    #define cusparseZcsr2dense cuda_legacy_cusparseZcsr2dense
    #define cusparseScsc2dense cuda_legacy_cusparseScsc2dense
    #define cusparseDcsc2dense cuda_legacy_cusparseDcsc2dense
    #define cusparseCcsc2dense cuda_legacy_cusparseCcsc2dense
    #define cusparseZcsc2dense cuda_legacy_cusparseZcsc2dense
    #define cusparseSdense2csr cuda_legacy_cusparseSdense2csr
    #define cusparseDdense2csr cuda_legacy_cusparseDdense2csr
    #define cusparseCdense2csr cuda_legacy_cusparseCdense2csr
    #define cusparseZdense2csr cuda_legacy_cusparseZdense2csr
    #define cusparseSdense2csc cuda_legacy_cusparseSdense2csc
    #define cusparseDdense2csc cuda_legacy_cusparseDdense2csc
    #define cusparseCdense2csc cuda_legacy_cusparseCdense2csc
    #define cusparseZdense2csc cuda_legacy_cusparseZdense2csc

#endif

#endif
