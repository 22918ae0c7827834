// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tiled matrix product that loads the next tile while others still multiply the last.
#include "defect.h"

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n)
{
    __shared__ float as[tile][tile], bs[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n; m += tile) {
        as[threadIdx.y][threadIdx.x] = a[row * n + m + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
#ifdef CORRECTED
        __syncthreads();
#endif
    }
    c[row * n + column] = sum;
}

int main()
{
    const int n = 64;
    multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(numbers(n * n), numbers(n * n), numbers(n * n), n);
    return report_result();
}
