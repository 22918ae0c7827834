// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block reduction in shared memory: the smallest program worth running.
#include "expect.h"

__global__ void sum_of_squares(const int* a, int* out, int n)
{
    __shared__ int s[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? a[i] * a[i] : 0;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main()
{
    constexpr int n = 10000, blocks = (n + 255) / 256;
    int* a;
    int* out;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&out, blocks * sizeof(int));
    long expected = 0;
    for (int i = 0; i < n; ++i) {
        a[i] = i % 10;
        expected += a[i] * a[i];
    }
    sum_of_squares<<<blocks, 256>>>(a, out, n);
    EXPECT("launch", cudaDeviceSynchronize() == cudaSuccess);
    long sum = 0;
    for (int b = 0; b < blocks; ++b)
        sum += out[b];
    EXPECT("sum", sum == expected);
    return failures;
}
