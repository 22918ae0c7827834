/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As runtime_calls.cpp, in C of any standard. */
#include <cuda_runtime_api.h>
int main(void)
{
    struct cudaDeviceProp properties;
    struct cudaPointerAttributes attributes;
    cudaArray_t array = 0;
    cudaGetDeviceProperties(&properties, 0);
    cudaPointerGetAttributes(&attributes, 0);
    cudaFreeArray(array);
    cudaMemPrefetchAsync(0, 0, 0, 0);
    cudaMemcpyToArray(array, 0, 0, 0, 0, cudaMemcpyHostToDevice);
    return cudaThreadSynchronize() + properties.clockRate + attributes.isManaged;
}
