// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resamples a curve through a texture reference, as programs did until CUDA 11. Built through compat.
#include <stdio.h>

texture<float, 1, cudaReadModeElementType> curve;

__global__ void resample(float* out, int n, float step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D(curve, i * step + 0.5f);
}

void resample_on_device(const float* h_curve, int length, float* d_out, int n)
{
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &channels, length, 1);
    cudaMemcpyToArray(array, 0, 0, h_curve, length * sizeof(float), cudaMemcpyHostToDevice);

    curve.addressMode[0] = cudaAddressModeClamp;
    curve.filterMode = cudaFilterModeLinear;
    curve.normalized = false;
    cudaBindTextureToArray(curve, array, channels);

    resample<<<(n + 255) / 256, 256>>>(d_out, n, float(length) / n);

    cudaUnbindTexture(curve);
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
