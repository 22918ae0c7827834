// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads linear memory backwards through a texture reference, as programs did until CUDA 11. Built through compat.
#include <stdio.h>

texture<float, 1, cudaReadModeElementType> numbers;

__global__ void reverse(float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(numbers, n - 1 - i);
}

void reverse_on_device(const float* d_in, float* d_out, int n)
{
    cudaBindTexture(0, numbers, d_in, n * sizeof(float));
    reverse<<<(n + 255) / 256, 256>>>(d_out, n);
    cudaUnbindTexture(numbers);
}

int main()
{
    const int n = 1000;
    float h_in[n], h_out[n], *d_in, *d_out;
    for (int i = 0; i < n; i++)
        h_in[i] = 0.5f * i;
    cudaMalloc((void**)&d_in, sizeof(h_in));
    cudaMalloc((void**)&d_out, sizeof(h_out));
    cudaMemcpy(d_in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);
    reverse_on_device(d_in, d_out, n);
    cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    for (int i = 0; i < n; i += 37)
        printf("%d: %g\n", i, h_out[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
