// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that get a texture reference: device functions that fetch through it, and functions of the host that bind it.
#include <stdio.h>

texture<float> a, b;
texture<float, 2> plane(0, cudaFilterModeLinear);
texture<unsigned char, 2, cudaReadModeNormalizedFloat> bytes;
const int width = 8, height = 4, n = 32;
float *d_out, h_out[n];

struct row {
    float* data;
    inline void bind(textureReference& reference);
};

inline void row::bind(textureReference& reference)
{
    cudaBindTexture(NULL, &reference, data, &reference.channelDesc, n * sizeof(float));
}

static void bind_again(textureReference& reference, row& one) { one.bind(reference); }

static cudaError_t bind_array(texture<float, 2>& reference, cudaArray* array)
{
    cudaChannelFormatDesc desc;
    cudaGetChannelDesc(&desc, array);
    return cudaBindTextureToArray(reference, array, desc);
}

static void bind_bytes(const textureReference* reference, cudaArray* array)
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned char>();
    cudaBindTextureToArray(reference, array, &desc);
}

static void release(textureReference& reference) { cudaUnbindTexture(&reference); }

__device__ float twice(const texture<float> source, int i) { return 2 * tex1Dfetch(source, i); }
__device__ float between(texture<float> source, int i) { return twice(source, i) - tex1Dfetch(source, i + 1 < n ? i + 1 : i); }

template <class T, class R>
__device__ R sampled(const texture<T, 2, cudaReadModeNormalizedFloat> source, float x, float y)
{
    return tex2D(source, x, y) + tex2D(source, x + 1, y);
}

__global__ void sample(float* out)
{
    int i = threadIdx.x;
    float x = i % width + 0.3f, y = i / width + 0.8f;
    out[i] = between(a, i) + 100 * twice(b, i) + tex2D(plane, x, y) + sampled<unsigned char, float>(bytes, x, y);
}

void show(const char* what)
{
    sample<<<1, n>>>(d_out);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%s %d: %.9g\n", what, i, h_out[i]);
}

int main()
{
    float values[n], others[n];
    unsigned char small[n];
    for (int i = 0; i < n; i++) {
        values[i] = i * 0.75f - 3;
        others[i] = 5 - i * 0.25f;
        small[i] = (unsigned char)(i * 7);
    }
    row one, other;
    cudaArray *array, *of_bytes;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(), byte = cudaCreateChannelDesc<unsigned char>();
    cudaMalloc((void**)&one.data, sizeof values);
    cudaMalloc((void**)&other.data, sizeof others);
    cudaMalloc((void**)&d_out, sizeof h_out);
    cudaMemcpy(one.data, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(other.data, others, sizeof others, cudaMemcpyHostToDevice);
    cudaMallocArray(&array, &floats, width, height);
    cudaMallocArray(&of_bytes, &byte, width, height);
    cudaMemcpy2DToArray(array, 0, 0, values, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(of_bytes, 0, 0, small, width, width, height, cudaMemcpyHostToDevice);
    one.bind(a);
    bind_again(b, other);
    printf("%d\n", bind_array(plane, array));
    bind_bytes(&bytes, of_bytes);
    show("first");
    one.bind(b);
    other.bind(a);
    show("exchanged");
    for (int turn = 0; turn < 3; turn++) {
        (turn % 2 ? one : other).bind(a);
        show("in turns");
    }
    release(plane);
    show("the plane is unbound");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(one.data);
    cudaFree(other.data);
    cudaFree(d_out);
    cudaFreeArray(array);
    cudaFreeArray(of_bytes);
    return 0;
}
