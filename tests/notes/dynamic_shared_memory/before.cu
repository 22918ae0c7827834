// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two arrays in shared memory, sized at the launch: an element of each for each thread. Built through compat.
#include <stdio.h>

__global__ void add(const float* a, const int* b, float* c)
{
    extern __shared__ float shared[];
    float* s1 = shared;
    int* s2 = (int*)&shared[blockDim.x];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s1[threadIdx.x] = a[i];
    s2[threadIdx.x] = b[i];
    __syncthreads();
    c[i] = s1[threadIdx.x] + s2[threadIdx.x];
}

void add_on_device(const float* d_a, const int* d_b, float* d_c, int n)
{
    const int threads = 256;
    add<<<n / threads, threads, threads*(sizeof(float) + sizeof(int))>>>(d_a, d_b, d_c);
}

int main()
{
    const int n = 10240;
    float *h_a = new float[n], *h_c = new float[n], *d_a, *d_c;
    int *h_b = new int[n], *d_b;
    for (int i = 0; i < n; i++) {
        h_a[i] = 0.5f * i;
        h_b[i] = 7 * i;
    }
    cudaMalloc((void**)&d_a, n * sizeof(float));
    cudaMalloc((void**)&d_b, n * sizeof(int));
    cudaMalloc((void**)&d_c, n * sizeof(float));
    cudaMemcpy(d_a, h_a, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, n * sizeof(int), cudaMemcpyHostToDevice);
    add_on_device(d_a, d_b, d_c, n);
    cudaMemcpy(h_c, d_c, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    for (int i = 0; i < n; i += 301)
        printf("%d: %g\n", i, h_c[i]);
    delete[] h_a;
    delete[] h_b;
    delete[] h_c;
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
