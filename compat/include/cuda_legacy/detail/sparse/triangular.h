// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrsv2, which cuSPARSE 12 removed, solves a sparse triangular system. It calls cusparseSpSV. As before,
// the program asks for the size of a buffer, and passes one buffer to the analysis and to the solves. The buffer must
// stay allocated until the last solve.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR_H
#define CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR_H

#include <limits.h>
#include <stdlib.h>

#include "csr_matrix.h"
#include "zero_pivot.h"

#if CUSPARSE_VERSION >= 12000

// The state that the analysis leaves for the solves.
struct csrsv2Info {
    cusparseSpSVDescr_t __analysed;
    struct cuda_legacy_triangle __triangle; // of the last call
};
typedef struct csrsv2Info* csrsv2Info_t;

static inline cusparseStatus_t cuda_legacy_cusparseCreateCsrsv2Info(csrsv2Info_t* info)
{
    cusparseStatus_t status;
    if (!info) return CUSPARSE_STATUS_INVALID_VALUE;
    *info = (csrsv2Info_t)calloc(1, sizeof **info);
    if (!*info) return CUSPARSE_STATUS_ALLOC_FAILED;
    status = cusparseSpSV_createDescr(&(*info)->__analysed);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        free(*info);
        *info = 0;
    }
    return status;
}

static inline cusparseStatus_t cuda_legacy_cusparseDestroyCsrsv2Info(csrsv2Info_t info)
{
    cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
    if (info) status = cusparseSpSV_destroyDescr(info->__analysed);
    free(info);
    return status;
}

enum { cuda_legacy_csrsv2_size, cuda_legacy_csrsv2_analysis, cuda_legacy_csrsv2_solve };

// Executes one of the three steps. The first two do not read the vectors, but the call needs some: it gets the matrix's
// values.
static inline cusparseStatus_t cuda_legacy_csrsv2(int __step, cusparseHandle_t handle, cusparseOperation_t op, int __m,
                                                  int __nnz, const void* __alpha,
                                                  const cusparseMatDescr_t __description, const void* __values,
                                                  const int* __rows, const int* __columns, csrsv2Info_t info,
                                                  const void* f, void* x, size_t* bytes, void* memory,
                                                  cudaDataType type)
{
    const cusparseSpSVAlg_t __how = CUSPARSE_SPSV_ALG_DEFAULT;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnVecDescr_t __taken = 0, __given_back = 0;
    cusparseStatus_t status = info ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cuda_legacy_csr_matrix(&__matrix, __m, __m, __nnz, __description, __values, __rows, __columns, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        cusparseFillMode_t __fill = cusparseGetMatFillMode(__description);
        cusparseDiagType_t __diagonal = cusparseGetMatDiagType(__description);
        const struct cuda_legacy_triangle __triangle = {__m,
                                                        __nnz,
                                                        (int)cusparseGetMatIndexBase(__description),
                                                        __diagonal == CUSPARSE_DIAG_TYPE_UNIT,
                                                        __step == cuda_legacy_csrsv2_solve,
                                                        __values,
                                                        __rows,
                                                        __columns,
                                                        type};
        if (__step != cuda_legacy_csrsv2_size) info->__triangle = __triangle;
        status = cusparseSpMatSetAttribute(__matrix, CUSPARSE_SPMAT_FILL_MODE, &__fill, sizeof __fill);
        if (status == CUSPARSE_STATUS_SUCCESS)
            status = cusparseSpMatSetAttribute(__matrix, CUSPARSE_SPMAT_DIAG_TYPE, &__diagonal, sizeof __diagonal);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&__taken, __m, (void*)(f ? f : __values), type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateDnVec(&__given_back, __m, x ? x : (void*)__values, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        if (__step == cuda_legacy_csrsv2_size)
            status = cusparseSpSV_bufferSize(handle, op, __alpha, __matrix, __taken, __given_back, type, __how,
                                             info->__analysed, bytes);
        else if (__step == cuda_legacy_csrsv2_analysis)
            status = cusparseSpSV_analysis(handle, op, __alpha, __matrix, __taken, __given_back, type, __how,
                                           info->__analysed, memory);
        else
            status =
                cusparseSpSV_solve(handle, op, __alpha, __matrix, __taken, __given_back, type, __how, info->__analysed);
    }
    if (__given_back) cusparseDestroyDnVec(__given_back);
    if (__taken) cusparseDestroyDnVec(__taken);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

// Gives the row of the first zero on the diagonal, with the base of the matrix, or -1. Waits for the device, as before.
static inline cusparseStatus_t cuda_legacy_cusparseXcsrsv2_zeroPivot(cusparseHandle_t handle, csrsv2Info_t info,
                                                                     int* __position)
{
    if (!info || !__position) return CUSPARSE_STATUS_INVALID_VALUE;
    return cuda_legacy_zero_pivot(handle, &info->__triangle, __position);
}

    #define CUDA_LEGACY_DETAIL_SPARSE_TRIANGULAR(__letter, type, __data_type)                                          \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv2_bufferSizeExt(                           \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __nnz,                                 \
            const cusparseMatDescr_t __descrA, type* __csrValA, const int* __csrRowPtrA, const int* __csrColIndA,      \
            csrsv2Info_t info, size_t* bytes)                                                                          \
        {                                                                                                              \
            const type __one = {1};                                                                                    \
            return cuda_legacy_csrsv2(cuda_legacy_csrsv2_size, handle, __transA, __m, __nnz, &__one, __descrA,         \
                                      __csrValA, __csrRowPtrA, __csrColIndA, info, 0, 0, bytes, 0, __data_type);       \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv2_bufferSize(                              \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __nnz,                                 \
            const cusparseMatDescr_t __descrA, type* __csrValA, const int* __csrRowPtrA, const int* __csrColIndA,      \
            csrsv2Info_t info, int* bytes)                                                                             \
        {                                                                                                              \
            size_t all = 0;                                                                                            \
            const cusparseStatus_t status = cuda_legacy_cusparse##__letter##csrsv2_bufferSizeExt(                      \
                handle, __transA, __m, __nnz, __descrA, __csrValA, __csrRowPtrA, __csrColIndA, info, &all);            \
            if (status != CUSPARSE_STATUS_SUCCESS) return status;                                                      \
            if (all > INT_MAX) return CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;                                          \
            *bytes = (int)all;                                                                                         \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv2_analysis(                                \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __nnz,                                 \
            const cusparseMatDescr_t __descrA, const type* __csrValA, const int* __csrRowPtrA,                         \
            const int* __csrColIndA, csrsv2Info_t info, cusparseSolvePolicy_t __policy, void* __pBuffer)               \
        {                                                                                                              \
            cusparsePointerMode_t mode;                                                                                \
            const type __one = {1};                                                                                    \
            cusparseStatus_t status = cusparseGetPointerMode(handle, &mode);                                           \
            (void)__policy;                                                                                            \
            if (status != CUSPARSE_STATUS_SUCCESS) return status;                                                      \
            cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST); /* the mode of `one` */                        \
            status = cuda_legacy_csrsv2(cuda_legacy_csrsv2_analysis, handle, __transA, __m, __nnz, &__one, __descrA,   \
                                        __csrValA, __csrRowPtrA, __csrColIndA, info, 0, 0, 0, __pBuffer, __data_type); \
            cusparseSetPointerMode(handle, mode);                                                                      \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv2_solve(                                   \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __nnz, const type* __alpha,            \
            const cusparseMatDescr_t __descrA, const type* __csrValA, const int* __csrRowPtrA,                         \
            const int* __csrColIndA, csrsv2Info_t info, const type* f, type* x, cusparseSolvePolicy_t __policy,        \
            void* __pBuffer)                                                                                           \
        {                                                                                                              \
            (void)__policy;                                                                                            \
            (void)__pBuffer; /* uses the buffer of the analysis */                                                     \
            return cuda_legacy_csrsv2(cuda_legacy_csrsv2_solve, handle, __transA, __m, __nnz, __alpha, __descrA,       \
                                      __csrValA, __csrRowPtrA, __csrColIndA, info, f, x, 0, 0, __data_type);           \
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
