// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads linear memory backwards, through a texture object and without any.
#include <stdio.h>

__global__ void reverse(cudaTextureObject_t numbers, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(numbers, n - 1 - i);
}

void reverse_by_texture(const float* d_in, float* d_out, int n)
{
    int device = 0;
    size_t longest = 0;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaGetDevice(&device);
    cudaDeviceGetTexture1DLinearMaxWidth(&longest, &channels, device);
    if (size_t(n) > longest) return; // split the data, or load them without a texture

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float*>(d_in); // aligned to cudaDeviceProp::textureAlignment
    resource.res.linear.desc = channels;
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc attributes = {}; // linear memory has no address mode and no filter
    attributes.readMode = cudaReadModeElementType;
    cudaTextureObject_t numbers = 0;
    cudaCreateTextureObject(&numbers, &resource, &attributes, nullptr);

    reverse<<<(n + 255) / 256, 256>>>(numbers, d_out, n);

    cudaDeviceSynchronize(); // the kernel still fetches through the object
    cudaDestroyTextureObject(numbers);
}

__global__ void reverse(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

void reverse_on_device(const float* d_in, float* d_out, int n)
{
    reverse_by_texture(d_in, d_out, n);
    float* d_same;
    cudaMalloc(&d_same, n * sizeof(float));
    reverse<<<(n + 255) / 256, 256>>>(d_in, d_same, n);
    float* h_both = new float[2 * n];
    cudaMemcpy(h_both, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(h_both + n, d_same, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (h_both[i] != h_both[n + i]) printf("%d differs\n", i);
    delete[] h_both;
    cudaFree(d_same);
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
