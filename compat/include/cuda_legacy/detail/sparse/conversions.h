// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csr2dense, csc2dense, dense2csr and dense2csc, which cuSPARSE 12 removed, through cusparseSparseToDense
// and cusparseDenseToSparse. Today's call wants the number of elements, which the old one did not get: it is read from
// the device, so that the host waits for the handle's stream.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS_H
#define CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS_H

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 12000

enum { cuda_legacy_by_rows, cuda_legacy_by_columns };

// A matrix of m rows and n columns by rows (CSR) or by columns (CSC).
static inline cusparseStatus_t cuda_legacy_compressed(cusparseSpMatDescr_t* matrix, int order, int m, int n, int nnz,
                                                      const cusparseMatDescr_t description, const void* values,
                                                      const int* offsets, const int* indices, cudaDataType type)
{
    if (order == cuda_legacy_by_rows)
        return cuda_legacy_csr_matrix(matrix, m, n, nnz, description, values, offsets, indices, type);
    if (!description) return CUSPARSE_STATUS_INVALID_VALUE;
    if (cusparseGetMatType(description) != CUSPARSE_MATRIX_TYPE_GENERAL)
        return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    return cusparseCreateCsc(matrix, m, n, nnz, (void*)offsets, (void*)indices, (void*)values, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_32I, cusparseGetMatIndexBase(description), type);
}

// The last offset, less the base.
static inline cusparseStatus_t cuda_legacy_count_of(cusparseHandle_t handle, const cusparseMatDescr_t description,
                                                    const int* offsets, int lines, int* nnz)
{
    cudaStream_t stream = 0;
    cudaError_t error;
    const cusparseStatus_t status = cusparseGetStream(handle, &stream);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    if (!description || !offsets || lines < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    error = cudaMemcpyAsync(nnz, offsets + lines, sizeof *nnz, cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    if (error != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    *nnz -= (int)cusparseGetMatIndexBase(description);
    return *nnz < 0 ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cuda_legacy_to_dense(int order, cusparseHandle_t handle, int m, int n,
                                                    const cusparseMatDescr_t description, const void* values,
                                                    const int* offsets, const int* indices, void* dense, int ld,
                                                    cudaDataType type)
{
    const cusparseSparseToDenseAlg_t how = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnMatDescr_t out = 0;
    int nnz = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status =
        cuda_legacy_count_of(handle, description, offsets, order == cuda_legacy_by_rows ? m : n, &nnz);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_compressed(&matrix, order, m, n, nnz, description, values, offsets, indices, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&out, m, n, ld, dense, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseSparseToDense_bufferSize(handle, matrix, out, how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseSparseToDense(handle, matrix, out, how, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (out) cusparseDestroyDnMat(out);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

// The analysis fills the offsets, the conversion the rest.
static inline cusparseStatus_t cuda_legacy_to_sparse(int order, cusparseHandle_t handle, int m, int n,
                                                     const cusparseMatDescr_t description, const void* dense, int ld,
                                                     void* values, int* offsets, int* indices, cudaDataType type)
{
    const cusparseDenseToSparseAlg_t how = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnMatDescr_t in = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = cuda_legacy_compressed(&matrix, order, m, n, 0, description, 0, offsets, 0, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnMat(&in, m, n, ld, (void*)dense, type, CUSPARSE_ORDER_COL);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseDenseToSparse_bufferSize(handle, in, matrix, how, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseDenseToSparse_analysis(handle, in, matrix, how, memory);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = order == cuda_legacy_by_rows ? cusparseCsrSetPointers(matrix, offsets, indices, values)
                                              : cusparseCscSetPointers(matrix, offsets, indices, values);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseDenseToSparse_convert(handle, in, matrix, how, memory);
    cuda_legacy_sparse_free(handle, memory);
    if (in) cusparseDestroyDnMat(in);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

    // How many elements a row or a column has, cusparse<t>nnz has counted for the program; nothing here needs it.
    #define CUDA_LEGACY_DETAIL_SPARSE_CONVERSIONS(letter, type, data_type)                                             \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csr2dense(                                        \
            cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const type* csrValA,               \
            const int* csrRowPtrA, const int* csrColIndA, type* A, int lda)                                            \
        {                                                                                                              \
            return cuda_legacy_to_dense(cuda_legacy_by_rows, handle, m, n, descrA, csrValA, csrRowPtrA, csrColIndA, A, \
                                        lda, data_type);                                                               \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csc2dense(                                        \
            cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const type* cscValA,               \
            const int* cscRowIndA, const int* cscColPtrA, type* A, int lda)                                            \
        {                                                                                                              \
            return cuda_legacy_to_dense(cuda_legacy_by_columns, handle, m, n, descrA, cscValA, cscColPtrA, cscRowIndA, \
                                        A, lda, data_type);                                                            \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##dense2csr(                                        \
            cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const type* A, int lda,            \
            const int* nnzPerRow, type* csrValA, int* csrRowPtrA, int* csrColIndA)                                     \
        {                                                                                                              \
            (void)nnzPerRow;                                                                                           \
            return cuda_legacy_to_sparse(cuda_legacy_by_rows, handle, m, n, descrA, A, lda, csrValA, csrRowPtrA,       \
                                         csrColIndA, data_type);                                                       \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##dense2csc(                                        \
            cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const type* A, int lda,            \
            const int* nnzPerCol, type* cscValA, int* cscRowIndA, int* cscColPtrA)                                     \
        {                                                                                                              \
            (void)nnzPerCol;                                                                                           \
            return cuda_legacy_to_sparse(cuda_legacy_by_columns, handle, m, n, descrA, A, lda, cscValA, cscColPtrA,    \
                                         cscRowIndA, data_type);                                                       \
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
