// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of shuffles that --fix=shuffles converts. All of them are converted: without masks the program does not compile.
#include <cstdio>

#define WIDTH 32
#define SET(a, b) do { (a) = (b); } while (0)
#define CHECK(x) do { if ((x) < 0) printf("below zero\n"); } while (0)

const int blocks = 3, threads = 96;

__inline__ __device__ int warp_sum(int v)
{
    for (int step = warpSize / 2; step > 0; step /= 2)
        v += __shfl_down(v, step);
    return v;
}

template <int STEPS>
__device__ int warp_scan(int v)
{
    int lane = threadIdx.x & 31;
    for (int i = 0; i < STEPS; ++i) {
        int other = __shfl_up(v, 1 << i);
        if (lane >= (1 << i)) v += other;
    }
    return v;
}

__global__ void block_sum(const int* in, int* out)
{
    __shared__ int part[WIDTH];
    int v = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    int warp = threadIdx.x / 32;
    if (warp == 0) v = warp_sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

__global__ void forms(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    CHECK(v);
    SET(v, __shfl_xor(v, 5));
    for (int k = WIDTH / 2; k; k /= 2) {
        if (v > 100) v -= 50;
        v += __shfl(v, k);
    }
    if (n > 2) v += __shfl(v, 7, 16);
    while (__any(v > 1000)) {
        if (v > 1000) v -= 700;
        v += __shfl_up(v, 1) & 1;
    }
    v += __all(v >= 0) + (__ballot(v & 1) & 0xff);
    switch (n) {
    case 4: v += __shfl_down(v, 3); break;
    default: v = 0;
    }
    out[i] = warp_scan<5>(v);
}

int main()
{
    const int n = blocks * threads;
    int host[n], sums[blocks], *in, *out;
    for (int i = 0; i < n; ++i)
        host[i] = i * 37 % 211;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    block_sum<<<blocks, threads>>>(in, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    forms<<<blocks, dim3(threads)>>>(in, out, 4);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; ++i)
        printf("sum %d\n", sums[i]);
    for (int i = 0; i < n; ++i)
        printf("%d ", host[i]);
    printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
