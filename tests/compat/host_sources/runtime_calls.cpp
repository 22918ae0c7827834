// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the runtime that CUDA removed, in host C++ of any standard.
#include <cuda_runtime_api.h>
int main()
{
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    cudaArray_t array = 0;
    cudaGetDeviceProperties(&properties, 0);
    cudaPointerGetAttributes(&attributes, 0);
    cudaFreeArray(array);
    cudaMemPrefetchAsync(0, 0, 0);
    cudaMemcpyToArray(array, 0, 0, 0, 0, cudaMemcpyHostToDevice);
    return cudaThreadSynchronize() + properties.clockRate + attributes.isManaged;
}
