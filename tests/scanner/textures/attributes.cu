// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes that a loop and a parameter give, and kernels that are instantiated by name. --fix=textures has to carry
// over what the launches saw.
#include <stdio.h>

texture<float, 2> wrapped, mirrored;
const int width = 8, height = 4, n = 32;

template <class T>
__global__ void sample(T* out, float step)
{
    int i = threadIdx.x;
    out[i] = T(tex2D(wrapped, i * step - 0.4f, i * 0.07f) + 100 * tex2D(mirrored, i * step - 0.4f, i * 0.07f));
}
template __global__ void sample<float>(float*, float);
template __global__ void sample<double>(double* out,
                                        float step);

static void configure(cudaTextureFilterMode mode, bool normalized)
{
    wrapped.filterMode = mode;
    wrapped.normalized = normalized;
    for (int i = 0; i < 2; i++)
        wrapped.addressMode[i] = cudaAddressModeWrap;
    mirrored.normalized = normalized ? 1 : 0;
    for (int axis = 0; axis <= 1; ++axis) {
        mirrored.addressMode[axis] = cudaAddressModeMirror;
    }
}

int main()
{
    float values[width * height], h_out[n];
    for (int i = 0; i < width * height; i++)
        values[i] = i * 0.75f - 3;
    cudaArray* array;
    float* d_out;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &channels, width, height);
    cudaMemcpy2DToArray(array, 0, 0, values, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaMalloc((void**)&d_out, sizeof h_out);
    configure(cudaFilterModeLinear, true);
    cudaBindTextureToArray(wrapped, array);
    cudaBindTextureToArray(mirrored, array);
    for (int turn = 0; turn < 2; turn++) {
        configure(cudaFilterModeLinear, true);
        sample<<<1, n>>>(d_out, 0.11f + turn);
        cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++)
            printf("%d: %.9g\n", i, h_out[i]);
    }
    cudaUnbindTexture(wrapped);
    cudaUnbindTexture(mirrored);
    cudaFreeArray(array);
    cudaFree(d_out);
    return 0;
}
