// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrsv and csrilu0, the first solver and the first factorisation, which cuSPARSE 11 removed. They call
// cusparseSpSV and csrilu02. The old analysis depended only on the positions of the elements. A later solve could use
// other values, another triangle or another diagonal. The new analysis holds for one matrix, one triangle and one
// diagonal, so each solve repeats it.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS_H
#define CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS_H

#include <stdlib.h>

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 12000

struct cusparseSolveAnalysisInfo {
    int __nnz;
};
typedef struct cusparseSolveAnalysisInfo* cusparseSolveAnalysisInfo_t;

static inline cusparseStatus_t cuda_legacy_cusparseCreateSolveAnalysisInfo(cusparseSolveAnalysisInfo_t* info)
{
    if (!info) return CUSPARSE_STATUS_INVALID_VALUE;
    *info = (cusparseSolveAnalysisInfo_t)calloc(1, sizeof **info);
    return *info ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
static inline cusparseStatus_t cuda_legacy_cusparseDestroySolveAnalysisInfo(cusparseSolveAnalysisInfo_t info)
{
    free(info);
    return CUSPARSE_STATUS_SUCCESS;
}

// The old calls took general and triangular matrices. The fill mode names the triangle.
static inline cusparseStatus_t cuda_legacy_of_triangle(const cusparseMatDescr_t __description)
{
    if (!__description) return CUSPARSE_STATUS_INVALID_VALUE;
    return cusparseGetMatType(__description) == CUSPARSE_MATRIX_TYPE_GENERAL ||
                   cusparseGetMatType(__description) == CUSPARSE_MATRIX_TYPE_TRIANGULAR
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

static inline cusparseStatus_t cuda_legacy_csrsv_solve(cusparseHandle_t handle, cusparseOperation_t op, int __m,
                                                       const void* __alpha, const cusparseMatDescr_t __description,
                                                       const void* __values, const int* __rows, const int* __columns,
                                                       cusparseSolveAnalysisInfo_t info, const void* f, void* x,
                                                       cudaDataType type)
{
    const cusparseSpSVAlg_t __how = CUSPARSE_SPSV_ALG_DEFAULT;
    cusparseSpMatDescr_t __matrix = 0;
    cusparseDnVecDescr_t __taken = 0, __given_back = 0;
    cusparseSpSVDescr_t __analysed = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = info ? cuda_legacy_of_triangle(__description) : CUSPARSE_STATUS_INVALID_VALUE;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status =
            cusparseCreateCsr(&__matrix, __m, __m, info->__nnz, (void*)__rows, (void*)__columns, (void*)__values,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, cusparseGetMatIndexBase(__description), type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        cusparseFillMode_t __fill = cusparseGetMatFillMode(__description);
        cusparseDiagType_t __diagonal = cusparseGetMatDiagType(__description);
        status = cusparseSpMatSetAttribute(__matrix, CUSPARSE_SPMAT_FILL_MODE, &__fill, sizeof __fill);
        if (status == CUSPARSE_STATUS_SUCCESS)
            status = cusparseSpMatSetAttribute(__matrix, CUSPARSE_SPMAT_DIAG_TYPE, &__diagonal, sizeof __diagonal);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&__taken, __m, (void*)f, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&__given_back, __m, x, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseSpSV_createDescr(&__analysed);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_bufferSize(handle, op, __alpha, __matrix, __taken, __given_back, type, __how, __analysed,
                                         &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_analysis(handle, op, __alpha, __matrix, __taken, __given_back, type, __how, __analysed,
                                       memory);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_solve(handle, op, __alpha, __matrix, __taken, __given_back, type, __how, __analysed);
    cuda_legacy_sparse_free(handle, memory);
    if (__analysed) cusparseSpSV_destroyDescr(__analysed);
    if (__given_back) cusparseDestroyDnVec(__given_back);
    if (__taken) cusparseDestroyDnVec(__taken);
    if (__matrix) cusparseDestroySpMat(__matrix);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS(__letter, value, __data_type)                                      \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv_analysis(                                 \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, int __nnz,                                 \
            const cusparseMatDescr_t __descrA, const value* __csrValA, const int* __csrRowPtrA,                        \
            const int* __csrColIndA, cusparseSolveAnalysisInfo_t info)                                                 \
        {                                                                                                              \
            const cusparseStatus_t status = cuda_legacy_of_triangle(__descrA);                                         \
            (void)__transA;                                                                                            \
            if (!handle || !info || __m < 0 || __nnz < 0 || !__csrValA || !__csrRowPtrA || !__csrColIndA)              \
                return CUSPARSE_STATUS_INVALID_VALUE;                                                                  \
            info->__nnz = __nnz;                                                                                       \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrsv_solve(                                    \
            cusparseHandle_t handle, cusparseOperation_t __transA, int __m, const value* __alpha,                      \
            const cusparseMatDescr_t __descrA, const value* __csrValA, const int* __csrRowPtrA,                        \
            const int* __csrColIndA, cusparseSolveAnalysisInfo_t info, const value* f, value* x)                       \
        {                                                                                                              \
            return cuda_legacy_csrsv_solve(handle, __transA, __m, __alpha, __descrA, __csrValA, __csrRowPtrA,          \
                                           __csrColIndA, info, f, x, __data_type);                                     \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##__letter##csrilu0(                                        \
            cusparseHandle_t handle, cusparseOperation_t __trans, int __m, const cusparseMatDescr_t __descrA,          \
            value* __csrValA_ValM, const int* __csrRowPtrA, const int* __csrColIndA, cusparseSolveAnalysisInfo_t info) \
        {                                                                                                              \
            const cusparseSolvePolicy_t __policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;                                    \
            csrilu02Info_t __today = 0;                                                                                \
            void* memory = 0;                                                                                          \
            int bytes = 0;                                                                                             \
            cusparseStatus_t status;                                                                                   \
            if (!info) return CUSPARSE_STATUS_INVALID_VALUE;                                                           \
            if (__trans != CUSPARSE_OPERATION_NON_TRANSPOSE) return CUSPARSE_STATUS_NOT_SUPPORTED;                     \
            status = cusparseCreateCsrilu02Info(&__today);                                                             \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##__letter##csrilu02_bufferSize(handle, __m, info->__nnz, __descrA, __csrValA_ValM,   \
                                                                 __csrRowPtrA, __csrColIndA, __today, &bytes);         \
            if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, (size_t)bytes); \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##__letter##csrilu02_analysis(handle, __m, info->__nnz, __descrA, __csrValA_ValM,     \
                                                               __csrRowPtrA, __csrColIndA, __today, __policy, memory); \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##__letter##csrilu02(handle, __m, info->__nnz, __descrA, __csrValA_ValM,              \
                                                      __csrRowPtrA, __csrColIndA, __today, __policy, memory);          \
            cuda_legacy_sparse_free(handle, memory);                                                                   \
            if (__today) cusparseDestroyCsrilu02Info(__today);                                                         \
            return status;                                                                                             \
        }

CUDA_LEGACY_DETAIL_SPARSE_TYPES(CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS)

    #undef CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS

    #define cusparseCreateSolveAnalysisInfo cuda_legacy_cusparseCreateSolveAnalysisInfo
    #define cusparseDestroySolveAnalysisInfo cuda_legacy_cusparseDestroySolveAnalysisInfo
    #define cusparseScsrsv_analysis cuda_legacy_cusparseScsrsv_analysis
    #define cusparseDcsrsv_analysis cuda_legacy_cusparseDcsrsv_analysis
    #define cusparseCcsrsv_analysis cuda_legacy_cusparseCcsrsv_analysis
    #define cusparseZcsrsv_analysis cuda_legacy_cusparseZcsrsv_analysis
    #define cusparseScsrsv_solve cuda_legacy_cusparseScsrsv_solve
    #define cusparseDcsrsv_solve cuda_legacy_cusparseDcsrsv_solve
    #define cusparseCcsrsv_solve cuda_legacy_cusparseCcsrsv_solve
    #define cusparseZcsrsv_solve cuda_legacy_cusparseZcsrsv_solve
    #define cusparseScsrilu0 cuda_legacy_cusparseScsrilu0
    #define cusparseDcsrilu0 cuda_legacy_cusparseDcsrilu0
    #define cusparseCcsrilu0 cuda_legacy_cusparseCcsrilu0
    #define cusparseZcsrilu0 cuda_legacy_cusparseZcsrilu0

#endif

#endif
