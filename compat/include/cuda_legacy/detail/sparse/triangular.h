// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrsv2, which cuSPARSE 12 removed: a sparse triangular system, through cusparseSpSV. As ever the program
// asks for the size, analyses and solves with one memory of its own, which has to stay until the last solve.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR_H
#define CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR_H

#include <limits.h>
#include <stdlib.h>

#include "csr_matrix.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

// What the analysis leaves for the solves.
struct csrsv2Info {
    cusparseSpSVDescr_t analysed;
    struct cuda_legacy_triangle triangle; // as of the last call
};
typedef struct csrsv2Info* csrsv2Info_t;

static inline cusparseStatus_t cuda_legacy_cusparseCreateCsrsv2Info(csrsv2Info_t* info)
{
    cusparseStatus_t status;
    if (!info) return CUSPARSE_STATUS_INVALID_VALUE;
    *info = (csrsv2Info_t)calloc(1, sizeof **info);
    if (!*info) return CUSPARSE_STATUS_ALLOC_FAILED;
    status = cusparseSpSV_createDescr(&(*info)->analysed);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        free(*info);
        *info = 0;
    }
    return status;
}

static inline cusparseStatus_t cuda_legacy_cusparseDestroyCsrsv2Info(csrsv2Info_t info)
{
    cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
    if (info) status = cusparseSpSV_destroyDescr(info->analysed);
    free(info);
    return status;
}

enum { cuda_legacy_csrsv2_size, cuda_legacy_csrsv2_analysis, cuda_legacy_csrsv2_solve };

// One of the three steps. The first two look at no vector, but want to be given one: the matrix's values serve.
static inline cusparseStatus_t cuda_legacy_csrsv2(int step, cusparseHandle_t handle, cusparseOperation_t op, int m,
                                                  int nnz, const void* alpha, const cusparseMatDescr_t description,
                                                  const void* values, const int* rows, const int* columns,
                                                  csrsv2Info_t info, const void* f, void* x, size_t* bytes,
                                                  void* memory, cudaDataType type)
{
    const cusparseSpSVAlg_t how = CUSPARSE_SPSV_ALG_DEFAULT;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnVecDescr_t in = 0, out = 0;
    cusparseStatus_t status = info ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_csr_matrix(&matrix, m, m, nnz, description, values, rows, columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        cusparseFillMode_t fill = cusparseGetMatFillMode(description);
        cusparseDiagType_t diagonal = cusparseGetMatDiagType(description);
        const struct cuda_legacy_triangle triangle = {m,
                                                      nnz,
                                                      (int)cusparseGetMatIndexBase(description),
                                                      diagonal == CUSPARSE_DIAG_TYPE_UNIT,
                                                      step == cuda_legacy_csrsv2_solve,
                                                      values,
                                                      rows,
                                                      columns,
                                                      type};
        if (step != cuda_legacy_csrsv2_size) info->triangle = triangle;
        status = cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
        if (status == CUSPARSE_STATUS_SUCCESS)
            status = cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&in, m, (void*)(f ? f : values), type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&out, m, x ? x : (void*)values, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        if (step == cuda_legacy_csrsv2_size)
            status = cusparseSpSV_bufferSize(handle, op, alpha, matrix, in, out, type, how, info->analysed, bytes);
        else if (step == cuda_legacy_csrsv2_analysis)
            status = cusparseSpSV_analysis(handle, op, alpha, matrix, in, out, type, how, info->analysed, memory);
        else
            status = cusparseSpSV_solve(handle, op, alpha, matrix, in, out, type, how, info->analysed);
    }
    if (out) cusparseDestroyDnVec(out);
    if (in) cusparseDestroyDnVec(in);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

// The row of the first zero on the diagonal, counted as the matrix counts, or -1. It waits for the device, as ever.
static inline cusparseStatus_t cuda_legacy_cusparseXcsrsv2_zeroPivot(cusparseHandle_t handle, csrsv2Info_t info,
                                                                     int* position)
{
    if (!info || !position) return CUSPARSE_STATUS_INVALID_VALUE;
    return cuda_legacy_zero_pivot(handle, &info->triangle, position);
}

    #define CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR(letter, type, data_type)                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv2_bufferSizeExt(                             \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cusparseMatDescr_t descrA,      \
            type* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrsv2Info_t info, size_t* bytes)             \
        {                                                                                                              \
            const type one = {1};                                                                                      \
            return cuda_legacy_csrsv2(cuda_legacy_csrsv2_size, handle, transA, m, nnz, &one, descrA, csrValA,          \
                                      csrRowPtrA, csrColIndA, info, 0, 0, bytes, 0, data_type);                        \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv2_bufferSize(                                \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cusparseMatDescr_t descrA,      \
            type* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrsv2Info_t info, int* bytes)                \
        {                                                                                                              \
            size_t all = 0;                                                                                            \
            const cusparseStatus_t status = cuda_legacy_cusparse##letter##csrsv2_bufferSizeExt(                        \
                handle, transA, m, nnz, descrA, csrValA, csrRowPtrA, csrColIndA, info, &all);                          \
            if (status != CUSPARSE_STATUS_SUCCESS) return status;                                                      \
            if (all > INT_MAX) return CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;                                          \
            *bytes = (int)all;                                                                                         \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv2_analysis(                                  \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cusparseMatDescr_t descrA,      \
            const type* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrsv2Info_t info,                      \
            cusparseSolvePolicy_t policy, void* pBuffer)                                                               \
        {                                                                                                              \
            cusparsePointerMode_t mode;                                                                                \
            const type one = {1};                                                                                      \
            cusparseStatus_t status = cusparseGetPointerMode(handle, &mode);                                           \
            (void)policy;                                                                                              \
            if (status != CUSPARSE_STATUS_SUCCESS) return status;                                                      \
            cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST); /* of that one */                              \
            status = cuda_legacy_csrsv2(cuda_legacy_csrsv2_analysis, handle, transA, m, nnz, &one, descrA, csrValA,    \
                                        csrRowPtrA, csrColIndA, info, 0, 0, 0, pBuffer, data_type);                    \
            cusparseSetPointerMode(handle, mode);                                                                      \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv2_solve(                                     \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const type* alpha,                    \
            const cusparseMatDescr_t descrA, const type* csrValA, const int* csrRowPtrA, const int* csrColIndA,        \
            csrsv2Info_t info, const type* f, type* x, cusparseSolvePolicy_t policy, void* pBuffer)                    \
        {                                                                                                              \
            (void)policy;                                                                                              \
            (void)pBuffer; /* that of the analysis */                                                                  \
            return cuda_legacy_csrsv2(cuda_legacy_csrsv2_solve, handle, transA, m, nnz, alpha, descrA, csrValA,        \
                                      csrRowPtrA, csrColIndA, info, f, x, 0, 0, data_type);                            \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR)

    #undef CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR

    #define cusparseCreateCsrsv2Info cuda_legacy_cusparseCreateCsrsv2Info
    #define cusparseDestroyCsrsv2Info cuda_legacy_cusparseDestroyCsrsv2Info
    #define cusparseXcsrsv2_zeroPivot cuda_legacy_cusparseXcsrsv2_zeroPivot
    #define cusparseScsrsv2_bufferSize cuda_legacy_cusparseScsrsv2_bufferSize
    #define cusparseScsrsv2_bufferSizeExt cuda_legacy_cusparseScsrsv2_bufferSizeExt
    #define cusparseScsrsv2_analysis cuda_legacy_cusparseScsrsv2_analysis
    #define cusparseScsrsv2_solve cuda_legacy_cusparseScsrsv2_solve
    #define cusparseDcsrsv2_bufferSize cuda_legacy_cusparseDcsrsv2_bufferSize
    #define cusparseDcsrsv2_bufferSizeExt cuda_legacy_cusparseDcsrsv2_bufferSizeExt
    #define cusparseDcsrsv2_analysis cuda_legacy_cusparseDcsrsv2_analysis
    #define cusparseDcsrsv2_solve cuda_legacy_cusparseDcsrsv2_solve
    #define cusparseCcsrsv2_bufferSize cuda_legacy_cusparseCcsrsv2_bufferSize
    #define cusparseCcsrsv2_bufferSizeExt cuda_legacy_cusparseCcsrsv2_bufferSizeExt
    #define cusparseCcsrsv2_analysis cuda_legacy_cusparseCcsrsv2_analysis
    #define cusparseCcsrsv2_solve cuda_legacy_cusparseCcsrsv2_solve
    #define cusparseZcsrsv2_bufferSize cuda_legacy_cusparseZcsrsv2_bufferSize
    #define cusparseZcsrsv2_bufferSizeExt cuda_legacy_cusparseZcsrsv2_bufferSizeExt
    #define cusparseZcsrsv2_analysis cuda_legacy_cusparseZcsrsv2_analysis
    #define cusparseZcsrsv2_solve cuda_legacy_cusparseZcsrsv2_solve

#endif

#endif
