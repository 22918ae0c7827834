/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The calls of the libraries in C, every one by its name. */
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
OF_TYPE(S, float)
OF_TYPE(D, double)
OF_TYPE(C, cuComplex)
OF_TYPE(Z, cuDoubleComplex)

int main(int argc, char** argv)
{
    (void)argv;
    if (argc > 1) { /* never: only that it links */
        csrsv2Info_t info;
        int position;
        cublasInit();
        cublasSgemm('n', 'n', 1, 1, 1, 1.f, 0, 1, 0, 1, 0.f, 0, 1);
        cublasShutdown();
        cusparseCreateCsrsv2Info(&info);
        cusparseXcsrsv2_zeroPivot(0, info, &position);
        cusparseDestroyCsrsv2Info(info);
        return (int)S_calls(0, 0, 0, 0, 0, 0, 0, 0) + (int)D_calls(0, 0, 0, 0, 0, 0, 0, 0) +
               (int)C_calls(0, 0, 0, 0, 0, 0, 0, 0) + (int)Z_calls(0, 0, 0, 0, 0, 0, 0, 0) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_NATIVE) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_FFTW_ALL) +
               (int)cufftSetCompatibilityMode(0, CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC);
    }
    return 0;
}
