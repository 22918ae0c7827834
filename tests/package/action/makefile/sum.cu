// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

__global__ void sum(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }

int main()
{
    int host[64], *in = 0, *out = 0, result = 0;
    for (int i = 0; i < 64; ++i)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    sum<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("sum %d\n", result);
    cudaFree(in);
    cudaFree(out);
    return result != 2016;
}
