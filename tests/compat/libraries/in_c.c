/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The calls of the libraries in C, each by its name. */
#include <cublas.h>
#include <cufft.h>
#include <cusparse_v2.h>

#define NO CUSPARSE_OPERATION_NON_TRANSPOSE
#define OF_TYPE(letter, type)                                                                                          \
    static cusparseStatus_t letter##_calls(cusparseHandle_t handle, cusparseMatDescr_t a, type* v, int* i,             \
                                           csrsv2Info_t info, void* memory, int* bytes, size_t* all)                   \
    {                                                                                                                  \
        return (cusparseStatus_t)(cusparse##letter##csrmv(handle, NO, 1, 1, 1, v, a, v, i, i, v, v, v) |               \
                                  cusparse##letter##csrmm(handle, NO, 1, 1, 1, 1, v, a, v, i, i, v, 1, v, v, 1) |      \
                                  cusparse##letter##csrmm2(handle, NO, NO, 1, 1, 1, 1, v, a, v, i, i, v, 1, v, v, 1) | \
                                  cusparse##letter##csrsv2_bufferSize(handle, NO, 1, 1, a, v, i, i, info, bytes) |     \
                                  cusparse##letter##csrsv2_bufferSizeExt(handle, NO, 1, 1, a, v, i, i, info, all) |    \
                                  cusparse##letter##csrsv2_analysis(handle, NO, 1, 1, a, v, i, i, info,                \
                                                                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, memory) |          \
                                  cusparse##letter##csrsv2_solve(handle, NO, 1, 1, v, a, v, i, i, info, v, v,          \
                                                                 CUSPARSE_SOLVE_POLICY_USE_LEVEL, memory));            \
    }
#define CONVERSIONS_OF_TYPE(letter, type)                                                                              \
    static cusparseStatus_t letter##_conversions(cusparseHandle_t handle, cusparseMatDescr_t a, type* v, int* i)       \
    {                                                                                                                  \
        const cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;                                                     \
        return (cusparseStatus_t)(cusparse##letter##csr2dense(handle, 1, 1, a, v, i, i, v, 1) |                        \
                                  cusparse##letter##csc2dense(handle, 1, 1, a, v, i, i, v, 1) |                        \
                                  cusparse##letter##dense2csr(handle, 1, 1, a, v, 1, i, v, i, i) |                     \
                                  cusparse##letter##dense2csc(handle, 1, 1, a, v, 1, i, v, i, i) |                     \
                                  cusparse##letter##axpyi(handle, 1, v, v, i, v, base) |                               \
                                  cusparse##letter##gthr(handle, 1, v, v, i, base) |                                   \
                                  cusparse##letter##sctr(handle, 1, v, i, v, base));                                   \
    }
#define FORMATS_OF_TYPE(letter, type)                                                                                  \
    static cusparseStatus_t letter##_formats(cusparseHandle_t handle, cusparseMatDescr_t a, type* v, int* i,           \
                                             cusparseHybMat_t hybrid)                                                  \
    {                                                                                                                  \
        const cusparseAction_t copied = CUSPARSE_ACTION_NUMERIC;                                                       \
        const cusparseHybPartition_t partition = CUSPARSE_HYB_PARTITION_AUTO;                                          \
        return (cusparseStatus_t)(cusparse##letter##csr2csc(handle, 1, 1, 1, v, i, i, v, i, i, copied,                 \
                                                            CUSPARSE_INDEX_BASE_ZERO) |                                \
                                  cusparse##letter##csr2hyb(handle, 1, 1, a, v, i, i, hybrid, 0, partition) |          \
                                  cusparse##letter##hyb2csr(handle, a, hybrid, v, i, i) |                              \
                                  cusparse##letter##hybmv(handle, NO, v, a, hybrid, v, v, v));                         \
    }
#define SOLVERS_OF_TYPE(letter, type)                                                                                  \
    static cusparseStatus_t letter##_solvers(cusparseHandle_t handle, cusparseMatDescr_t a, type* v, int* i,           \
                                             cusparseSolveAnalysisInfo_t info)                                         \
    {                                                                                                                  \
        return (cusparseStatus_t)(cusparse##letter##csrsv_analysis(handle, NO, 1, 1, a, v, i, i, info) |               \
                                  cusparse##letter##csrsv_solve(handle, NO, 1, v, a, v, i, i, info, v, v) |            \
                                  cusparse##letter##csrilu0(handle, NO, 1, a, v, i, i, info));                         \
    }
SOLVERS_OF_TYPE(S, float)
SOLVERS_OF_TYPE(D, double)
SOLVERS_OF_TYPE(C, cuComplex)
SOLVERS_OF_TYPE(Z, cuDoubleComplex)
FORMATS_OF_TYPE(S, float)
FORMATS_OF_TYPE(D, double)
FORMATS_OF_TYPE(C, cuComplex)
FORMATS_OF_TYPE(Z, cuDoubleComplex)
CONVERSIONS_OF_TYPE(S, float)
CONVERSIONS_OF_TYPE(D, double)
CONVERSIONS_OF_TYPE(C, cuComplex)
CONVERSIONS_OF_TYPE(Z, cuDoubleComplex)
OF_TYPE(S, float)
OF_TYPE(D, double)
OF_TYPE(C, cuComplex)
OF_TYPE(Z, cuDoubleComplex)

int main(int argc, char** argv)
{
    (void)argv;
    if (argc > 1) {              /* never true: the program only needs to link */
        struct csrsv2Info* info; /* which csrsv2Info_t is */
        int position;
        cublasInit();
        cublasSgemm('n', 'n', 1, 1, 1, 1.f, 0, 1, 0, 1, 0.f, 0, 1);
        cublasShutdown();
        cusparseCreateCsrsv2Info(&info);
        cusparseXcsrsv2_zeroPivot(0, info, &position);
        cusparseDestroyCsrsv2Info(info);
        return (int)S_calls(0, 0, 0, 0, 0, 0, 0, 0) + (int)D_calls(0, 0, 0, 0, 0, 0, 0, 0) +
               (int)C_calls(0, 0, 0, 0, 0, 0, 0, 0) + (int)Z_calls(0, 0, 0, 0, 0, 0, 0, 0) +
               (int)S_solvers(0, 0, 0, 0, 0) + (int)D_solvers(0, 0, 0, 0, 0) + (int)C_solvers(0, 0, 0, 0, 0) +
               (int)Z_solvers(0, 0, 0, 0, 0) + (int)S_formats(0, 0, 0, 0, 0) + (int)D_formats(0, 0, 0, 0, 0) +
               (int)C_formats(0, 0, 0, 0, 0) + (int)Z_formats(0, 0, 0, 0, 0) + (int)S_conversions(0, 0, 0, 0) +
               (int)D_conversions(0, 0, 0, 0) + (int)C_conversions(0, 0, 0, 0) + (int)Z_conversions(0, 0, 0, 0) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_NATIVE) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_FFTW_ALL) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC);
    }
    return 0;
}
