// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparse<t>csrsv and csrilu0, the first solver and factorisation, which cuSPARSE 11 removed: through cusparseSpSV and
// csrilu02. The old analysis looked at where the elements are, and a later solve could have other values, another
// triangle or another diagonal. Today's analysis counts for one of each, so it is made anew for every solve.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS_H
#define CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS_H

#include <stdlib.h>

#include "csr_matrix.h"

#if CUSPARSE_VERSION >= 12000

struct cusparseSolveAnalysisInfo {
    int nnz;
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

// General and triangular matrices were taken, of which the fill mode names the triangle.
static inline cusparseStatus_t cuda_legacy_of_triangle(const cusparseMatDescr_t description)
{
    if (!description) return CUSPARSE_STATUS_INVALID_VALUE;
    return cusparseGetMatType(description) == CUSPARSE_MATRIX_TYPE_GENERAL ||
                   cusparseGetMatType(description) == CUSPARSE_MATRIX_TYPE_TRIANGULAR
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

static inline cusparseStatus_t cuda_legacy_csrsv_solve(cusparseHandle_t handle, cusparseOperation_t op, int m,
                                                       const void* alpha, const cusparseMatDescr_t description,
                                                       const void* values, const int* rows, const int* columns,
                                                       cusparseSolveAnalysisInfo_t info, const void* f, void* x,
                                                       cudaDataType type)
{
    const cusparseSpSVAlg_t how = CUSPARSE_SPSV_ALG_DEFAULT;
    cusparseSpMatDescr_t matrix = 0;
    cusparseDnVecDescr_t in = 0, out = 0;
    cusparseSpSVDescr_t analysed = 0;
    size_t bytes = 0;
    void* memory = 0;
    cusparseStatus_t status = info ? cuda_legacy_of_triangle(description) : CUSPARSE_STATUS_INVALID_VALUE;
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseCreateCsr(&matrix, m, m, info->nnz, (void*)rows, (void*)columns, (void*)values,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, cusparseGetMatIndexBase(description), type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        cusparseFillMode_t fill = cusparseGetMatFillMode(description);
        cusparseDiagType_t diagonal = cusparseGetMatDiagType(description);
        status = cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
        if (status == CUSPARSE_STATUS_SUCCESS)
            status = cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&in, m, (void*)f, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseCreateDnVec(&out, m, x, type);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cusparseSpSV_createDescr(&analysed);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_bufferSize(handle, op, alpha, matrix, in, out, type, how, analysed, &bytes);
    if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, bytes);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_analysis(handle, op, alpha, matrix, in, out, type, how, analysed, memory);
    if (status == CUSPARSE_STATUS_SUCCESS)
        status = cusparseSpSV_solve(handle, op, alpha, matrix, in, out, type, how, analysed);
    cuda_legacy_sparse_free(handle, memory);
    if (analysed) cusparseSpSV_destroyDescr(analysed);
    if (out) cusparseDestroyDnVec(out);
    if (in) cusparseDestroyDnVec(in);
    if (matrix) cusparseDestroySpMat(matrix);
    return status;
}

    #define CUDA_LEGACY_DETAIL_SPARSE_FIRST_SOLVERS(letter, value, data_type)                                          \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv_analysis(                                   \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cusparseMatDescr_t descrA,      \
            const value* csrValA, const int* csrRowPtrA, const int* csrColIndA, cusparseSolveAnalysisInfo_t info)      \
        {                                                                                                              \
            const cusparseStatus_t status = cuda_legacy_of_triangle(descrA);                                           \
            (void)transA;                                                                                              \
            if (!handle || !info || m < 0 || nnz < 0 || !csrValA || !csrRowPtrA || !csrColIndA)                        \
                return CUSPARSE_STATUS_INVALID_VALUE;                                                                  \
            info->nnz = nnz;                                                                                           \
            return status;                                                                                             \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrsv_solve(                                      \
            cusparseHandle_t handle, cusparseOperation_t transA, int m, const value* alpha,                            \
            const cusparseMatDescr_t descrA, const value* csrValA, const int* csrRowPtrA, const int* csrColIndA,       \
            cusparseSolveAnalysisInfo_t info, const value* f, value* x)                                                \
        {                                                                                                              \
            return cuda_legacy_csrsv_solve(handle, transA, m, alpha, descrA, csrValA, csrRowPtrA, csrColIndA, info, f, \
                                           x, data_type);                                                              \
        }                                                                                                              \
        static inline cusparseStatus_t cuda_legacy_cusparse##letter##csrilu0(                                          \
            cusparseHandle_t handle, cusparseOperation_t trans, int m, const cusparseMatDescr_t descrA,                \
            value* csrValA_ValM, const int* csrRowPtrA, const int* csrColIndA, cusparseSolveAnalysisInfo_t info)       \
        {                                                                                                              \
            const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;                                      \
            csrilu02Info_t today = 0;                                                                                  \
            void* memory = 0;                                                                                          \
            int bytes = 0;                                                                                             \
            cusparseStatus_t status;                                                                                   \
            if (!info) return CUSPARSE_STATUS_INVALID_VALUE;                                                           \
            if (trans != CUSPARSE_OPERATION_NON_TRANSPOSE) return CUSPARSE_STATUS_NOT_SUPPORTED;                       \
            status = cusparseCreateCsrilu02Info(&today);                                                               \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##letter##csrilu02_bufferSize(handle, m, info->nnz, descrA, csrValA_ValM, csrRowPtrA, \
                                                               csrColIndA, today, &bytes);                             \
            if (status == CUSPARSE_STATUS_SUCCESS) status = cuda_legacy_sparse_memory(handle, &memory, (size_t)bytes); \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##letter##csrilu02_analysis(handle, m, info->nnz, descrA, csrValA_ValM, csrRowPtrA,   \
                                                             csrColIndA, today, policy, memory);                       \
            if (status == CUSPARSE_STATUS_SUCCESS)                                                                     \
                status = cusparse##letter##csrilu02(handle, m, info->nnz, descrA, csrValA_ValM, csrRowPtrA,            \
                                                    csrColIndA, today, policy, memory);                                \
            cuda_legacy_sparse_free(handle, memory);                                                                   \
            if (today) cusparseDestroyCsrilu02Info(today);                                                             \
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
