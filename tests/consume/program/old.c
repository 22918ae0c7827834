/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host C of an old program. */
#include <cuda_runtime_api.h>

int wait_in_c(void)
{
    size_t stack;
    cudaError_t error = cudaThreadGetLimit(&stack, cudaLimitStackSize);
    return error != cudaSuccess ? error : cudaThreadSynchronize();
}
