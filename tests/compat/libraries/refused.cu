// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that cuSPARSE 12 removed and compat does not restore. Each call gives a message that names it.
#include <cusparse.h>

cusparseStatus_t calls(cusparseHandle_t handle, csrgemm2Info_t* product, csrsm2Info_t* triangle)
{
    return static_cast<cusparseStatus_t>(
        cusparseCreateCsrgemm2Info(product) | cusparseXcsrgemm2Nnz(handle) | cusparseScsrgemm2_bufferSizeExt(handle) |
        cusparseDcsrgemm2_bufferSizeExt(handle) | cusparseCcsrgemm2_bufferSizeExt(handle) |
        cusparseZcsrgemm2_bufferSizeExt(handle) | cusparseScsrgemm2(handle) | cusparseDcsrgemm2(handle) |
        cusparseCcsrgemm2(handle) | cusparseZcsrgemm2(handle) | cusparseCreateCsrsm2Info(triangle) |
        cusparseScsrsm2_bufferSizeExt(handle) | cusparseDcsrsm2_bufferSizeExt(handle) |
        cusparseCcsrsm2_bufferSizeExt(handle) | cusparseZcsrsm2_bufferSizeExt(handle) |
        cusparseScsrsm2_analysis(handle) | cusparseDcsrsm2_analysis(handle) | cusparseCcsrsm2_analysis(handle) |
        cusparseZcsrsm2_analysis(handle) | cusparseScsrsm2_solve(handle) | cusparseDcsrsm2_solve(handle) |
        cusparseCcsrsm2_solve(handle) | cusparseZcsrsm2_solve(handle));
}
