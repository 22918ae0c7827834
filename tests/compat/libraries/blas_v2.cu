// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second interface, beside the first in another file.
#include <cublas_v2.h>

float dot_v2(int n, const float* x, const float* y)
{
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return -1;
    float result = -2;
    if (cublasSdot(handle, n, x, 1, y, 1, &result) != CUBLAS_STATUS_SUCCESS) result = -3;
    cublasDestroy(handle);
    return result;
}
