// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with shuffles: the last warp adds in registers.
#include <cstdio>

const int n = 100000;
const int threads = 256;

__device__ int last_warp(const int* shared, int tid)
{
    int own = shared[tid] + shared[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2)
        own += __shfl_down_sync(0xffffffff, own, offset);
    return own;
}

__global__ void sum(const int* in, int* out)
{
    __shared__ int shared[threads];
    const int tid = threadIdx.x;
    int own = 0;
    for (int i = blockIdx.x * threads + tid; i < n; i += gridDim.x * threads)
        own += in[i];
    shared[tid] = own;
    __syncthreads();
    for (int offset = threads / 2; offset > 32; offset /= 2) {
        if (tid < offset) shared[tid] += shared[tid + offset];
        __syncthreads();
    }
    if (tid < 32) {
        own = last_warp(shared, tid);
        if (tid == 0) atomicAdd(out, own);
    }
}

int main()
{
    static int in[n];
    int result = 0, *d_in, *d_out;
    for (int i = 0; i < n; i++)
        in[i] = i * 37 % 97;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof result);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof result);
    sum<<<16, threads>>>(d_in, d_out);
    cudaMemcpy(&result, d_out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%s: sum %d\n", cudaGetErrorName(cudaGetLastError()), result);
    return 0;
}
