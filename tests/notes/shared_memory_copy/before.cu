// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Smooths the numbers of each tile: a tile goes into shared memory through registers. Built through compat.
#include <stdio.h>

const int TILE = 1024;

__global__ void smooth(const float* in, float* out, int tiles)
{
    __shared__ float tile[TILE];
    for (int i = blockIdx.x; i < tiles; i += gridDim.x) {
        for (int t = threadIdx.x; t < TILE; t += blockDim.x)
            tile[t] = in[i * TILE + t];
        __syncthreads(); // the tile is there
        for (int t = threadIdx.x; t < TILE; t += blockDim.x)
            out[i * TILE + t] = tile[t] + tile[(t + 1) % TILE];
        __syncthreads(); // the tile is read
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
    smooth<<<5, 256>>>(d_in, d_out, tiles);
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
