// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device functions of CUDA 1 to 4 without underscores, and a header of old toolkits.
#include <cstdio>
#include <sm_11_atomic_functions.h>

__device__ int largest;

__global__ void convert(const float* in, int* out)
{
    __shared__ float shared[32];
    const int thread = umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    shared[threadIdx.x] = saturate(in[thread]);
    syncthreads();
    const float other = shared[31 - threadIdx.x];
    out[thread] = float2int(other * 1000) + float2int(other * 10, cudaRoundPosInf) + mulhi(float_as_int(other), 64);
    atomicMax(&largest, out[thread]);
}

int main()
{
    float in[64], *d_in;
    int out[64], *d_out, sum = 0, most;
    for (int i = 0; i < 64; i++)
        in[i] = (i - 8) / 48.f;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    convert<<<2, 32>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&most, largest, sizeof most);
    cudaFree(d_in);
    cudaFree(d_out);
    for (int i = 0; i < 64; i++)
        sum += out[i];
    printf("sum %d, largest %d\n", sum, most);
    return 0;
}
