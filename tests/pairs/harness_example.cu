// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An example with the defects that the harness of the paired tests must detect.

#include <cuda_runtime.h>

__global__ void write_some(int* out, int written)
{
    if (threadIdx.x < written) out[threadIdx.x] = threadIdx.x;
}

// Copies n ints out of an allocation of which a kernel wrote the first `written`.
cudaError_t harness_example(int* out, int n, int written)
{
    int* memory = nullptr;
    const cudaError_t error = cudaMalloc((void**)&memory, n * sizeof(int));
    if (error != cudaSuccess) return error;
    write_some<<<1, n>>>(memory, written);
    cudaMemcpy(out, memory, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(memory);
    return cudaGetLastError();
}
