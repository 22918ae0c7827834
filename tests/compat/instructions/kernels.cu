// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of kernels: one fetches through a reference, and one through an object that is an argument.
// same_instructions.py compares their machine code.

texture<float, cudaTextureType1D, cudaReadModeElementType> row;
texture<float4, cudaTextureType2D, cudaReadModeElementType> image;
texture<unsigned char, cudaTextureType3D, cudaReadModeNormalizedFloat> volume;
texture<float2, cudaTextureType2DLayered, cudaReadModeElementType> layers;
texture<float, cudaTextureTypeCubemap, cudaReadModeElementType> cube;
texture<short2, cudaTextureType2D, cudaReadModeElementType> shorts;
surface<void, cudaSurfaceType2D> canvas;

#define PAIR(name, result, through_reference, through_object)                                                          \
    extern "C" __global__ void name##_reference(result* out, const float* in, cudaTextureObject_t)                     \
    {                                                                                                                  \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        const float x = in[i];                                                                                         \
        (void)x;                                                                                                       \
        out[i] = through_reference;                                                                                    \
    }                                                                                                                  \
    extern "C" __global__ void name##_object(result* out, const float* in, cudaTextureObject_t object)                 \
    {                                                                                                                  \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        const float x = in[i];                                                                                         \
        (void)x;                                                                                                       \
        out[i] = through_object;                                                                                       \
    }

PAIR(linear, float, tex1Dfetch(row, i), tex1Dfetch<float>(object, i))
PAIR(row, float, tex1D(row, x), tex1D<float>(object, x))
PAIR(image, float4, tex2D(image, x, 1.f), tex2D<float4>(object, x, 1.f))
PAIR(volume, float, tex3D(volume, x, 1.f, x), tex3D<float>(object, x, 1.f, x))
PAIR(layers, float2, tex2DLayered(layers, x, 1.f, i), tex2DLayered<float2>(object, x, 1.f, i))
PAIR(cube, float, texCubemap(cube, x, 1.f, 2.f), texCubemap<float>(object, x, 1.f, 2.f))
PAIR(shorts, short2, tex2D(shorts, x, 1.f), tex2D<short2>(object, x, 1.f))
PAIR(level, float4, tex2DLod(image, x, 1.f, 2.f), tex2DLod<float4>(object, x, 1.f, 2.f))
PAIR(gather, float4, tex2Dgather(image, x, 1.f, 2), tex2Dgather<float4>(object, x, 1.f, 2))
PAIR(surface_read, float, surf2Dread<float>(canvas, 4 * i, 1), surf2Dread<float>(object, 4 * i, 1))

// Two fetches through one reference, and a parameter of a function.
template <class T>
__device__ T twice(texture<T, cudaTextureType1D, cudaReadModeElementType> any, int i)
{
    return tex1Dfetch(any, i) + tex1Dfetch(any, i + 1);
}
PAIR(parameter, float, twice(row, i), tex1Dfetch<float>(object, i) + tex1Dfetch<float>(object, i + 1))
