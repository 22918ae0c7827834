// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Ask for fewer bytes, or take the array as `extern __shared__` and set `cudaFuncAttributeMaxDynamicSharedMemorySize`.
// note: dynamic_shared_memory.md
// command: nvcc -arch=sm_75 -cubin
__global__ void kernel(float* data)
{
    __shared__ float copy[20000];
    for (int i = threadIdx.x; i < 20000; i += blockDim.x) copy[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < 20000; i += blockDim.x) data[i] = copy[19999 - i];
}
