// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Smooths the numbers of each tile: two buffers, one of which is filled asynchronously while the other is computed
// with.
#include <cstdio>

#include <cuda_pipeline.h>

const int THREADS = 256, TILE = 4 * THREADS; // 16 bytes for each thread

__global__ void smooth(const float* in, float* out, size_t tiles)
{
    __shared__ alignas(16) float tile[2][TILE];
    auto fetch = [&](int buffer, size_t i) {
        if (i < tiles) __pipeline_memcpy_async(&tile[buffer][4 * threadIdx.x], &in[i * TILE + 4 * threadIdx.x], 16);
        __pipeline_commit(); // behind the last tile an empty group, so that one group is always under way
    };

    int now = 0;
    fetch(now, blockIdx.x);
    for (size_t i = blockIdx.x; i < tiles; i += gridDim.x, now = 1 - now) {
        fetch(1 - now, i + gridDim.x); // the next tile comes while this one is computed with
        __pipeline_wait_prior(1);      // the thread's own copies of this tile are there
        __syncthreads();               // those of the other threads, too
        for (int t = threadIdx.x; t < TILE; t += THREADS)
            out[i * TILE + t] = tile[now][t] + tile[now][(t + 1) % TILE];
        __syncthreads(); // the tile is read: its buffer may be filled again
    }
}

int main()
{
    const int tiles = 37, n = tiles * TILE;
    float *h_in = new float[n], *h_out = new float[n], *d_in, *d_out;
    for (int i = 0; i < n; i++)
        h_in[i] = i % 1009;
    cudaMalloc((void**)&d_in, n * sizeof(float));
    cudaMalloc((void**)&d_out, n * sizeof(float));
    cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice);
    smooth<<<5, THREADS>>>(d_in, d_out, tiles);
    cudaMemcpy(h_out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i % 101 + 1) * h_out[i]; // exact, and other places give another sum
    printf("%.17g\n", sum);
    delete[] h_in;
    delete[] h_out;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
