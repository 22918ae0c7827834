// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same in shared memory: a barrier of the warp between each write and the reads behind it.
#include <cstdio>

const int n = 100000;
const int threads = 256;

__device__ void last_warp(int* shared, int tid)
{
    int own = shared[tid] + shared[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) {
        shared[tid] = own;
        __syncwarp();
        if (tid < offset) own += shared[tid + offset];
        __syncwarp();
    }
    shared[tid] = own;
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
    if (tid < 32) last_warp(shared, tid);
    if (tid == 0) atomicAdd(out, shared[0]);
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
