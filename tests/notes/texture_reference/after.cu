// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resamples a curve through a texture object: a handle that the kernel takes as an argument.
#include <stdio.h>

__global__ void resample(cudaTextureObject_t curve, float* out, int n, float step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<float>(curve, i * step + 0.5f);
}

void resample_on_device(const float* h_curve, int length, float* d_out, int n)
{
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &channels, length, 1);
    cudaMemcpy2DToArray(array, 0, 0, h_curve, length * sizeof(float), length * sizeof(float), 1,
                        cudaMemcpyHostToDevice);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc attributes = {};
    attributes.addressMode[0] = cudaAddressModeClamp; // a zeroed descriptor says wrap
    attributes.filterMode = cudaFilterModeLinear;
    attributes.readMode = cudaReadModeElementType;
    attributes.normalizedCoords = false;
    cudaTextureObject_t curve = 0;
    cudaCreateTextureObject(&curve, &resource, &attributes, nullptr);

    resample<<<(n + 255) / 256, 256>>>(curve, d_out, n, float(length) / n);

    cudaDeviceSynchronize(); // the kernel still fetches through the object
    cudaDestroyTextureObject(curve);
    cudaFreeArray(array);
}

int main()
{
    const int length = 100, n = 400;
    float h_curve[length], h_out[n], *d_out;
    for (int i = 0; i < length; i++)
        h_curve[i] = float(i % 7) * i;
    cudaMalloc(&d_out, sizeof(h_out));
    resample_on_device(h_curve, length, d_out, n);
    cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    for (int i = 0; i < n; i += 9)
        printf("%d: %.9g\n", i, h_out[i]);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
