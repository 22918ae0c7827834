// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cusparseSpMV` with descriptors.
// note: cuda_libraries.md
// needs: cusparse.h
#include <cusparse.h>
void call(cusparseHandle_t handle, const float* one, cusparseMatDescr_t matrix)
{
    cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 1, 1, 1, one, matrix, one, nullptr, nullptr, one, one, nullptr);
}
