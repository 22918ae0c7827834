// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as people have them, small: references of each kind, a variable by its name, functions of warps and devices
// without underscores, calls whose parameters changed. It checks what it does and prints "as it was" when all is right.
// Each option of the compiler that changes code or launches is tried on it.
#include <cstdio>

#include <cuda_runtime.h>

#include "old_program.h"

texture<float, 1, cudaReadModeElementType> line;
texture<int, 2, cudaReadModeElementType> sheet;
surface<void, 2> canvas;

__constant__ float factors[2];
__device__ double total;

// Programs brought their own until sm_60.
__device__ double atomicAdd(double* address, double value)
{
    unsigned long long int* bits = (unsigned long long int*)address;
    unsigned long long int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void scale(float* out, int n)
{
    const int i = mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (i < n) out[i] = factors[0] * tex1Dfetch(line, i) + factors[1];
}

__global__ void draw(int width)
{
    const int x = threadIdx.x, y = threadIdx.y;
    if (x < width) surf2Dwrite(tex2D(sheet, x + 0.5f, y + 0.5f) + 1, canvas, x * sizeof(int), y);
}

__global__ void add_up(int* out)
{
    int value = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down(value, offset);
    const int odd = __popc(__ballot(threadIdx.x & 1));
    atomicAdd(&total, 0.5);
    if (threadIdx.x == 0) {
        out[0] = value;
        out[1] = odd;
        out[2] = __all(1) && !__any(0);
    }
}

static int failures;

static void expect(bool holds, const char* what)
{
    if (holds) return;
    ++failures;
    std::printf("wrong: %s\n", what);
}
#define EXPECT(condition) expect((condition), #condition)

static void lines()
{
    const int n = 100, apart = 128; // of floats: an address that textures take
    float in[apart + n], out[2 * n];
    for (int i = 0; i < apart + n; i++)
        in[i] = (float)i;
    const float values[2] = {3, -1};
    float *d_in = 0, *d_out = 0;
    EXPECT(cudaMalloc((void**)&d_in, sizeof in) == cudaSuccess);
    EXPECT(cudaMalloc((void**)&d_out, sizeof out) == cudaSuccess);
    EXPECT(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpyToSymbol("factors", values, sizeof values) == cudaSuccess);
    // Bound anew between launches: each has what was bound when it was launched.
    for (int first = 0; first <= n; first += n) {
        EXPECT(cudaBindTexture(0, line, d_in + (first ? apart : 0), n * sizeof(float)) == cudaSuccess);
        scale<<<(n + 63) / 64, 64>>>(d_out + first, n);
    }
    EXPECT(cudaThreadSynchronize() == cudaSuccess);
    EXPECT(cudaUnbindTexture(line) == cudaSuccess);
    EXPECT(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    bool right = true;
    for (int i = 0; i < 2 * n; i++)
        right = right && out[i] == 3.0f * (float)(i < n ? i : i - n + apart) - 1.0f;
    expect(right, "what both bindings gave");
    cudaFree(d_in);
    cudaFree(d_out);
}

static void sheets()
{
    int in[8][16], out[8][16];
    for (int i = 0; i < 128; i++)
        in[i / 16][i % 16] = 7 * i;
    cudaArray *from = 0, *to = 0;
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<int>();
    EXPECT(cudaMallocArray(&from, &channels, 16, 8) == cudaSuccess);
    EXPECT(cudaMallocArray(&to, &channels, 16, 8, cudaArraySurfaceLoadStore) == cudaSuccess);
    EXPECT(cudaMemcpyToArray(from, 0, 0, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
    sheet.addressMode[0] = cudaAddressModeClamp;
    sheet.filterMode = cudaFilterModePoint;
    EXPECT(cudaBindTextureToArray(sheet, from, channels) == cudaSuccess);
    EXPECT(cudaBindSurfaceToArray(canvas, to) == cudaSuccess);
    draw<<<1, dim3(16, 8)>>>(16);
    EXPECT(cudaMemcpyFromArray(out, to, 0, 0, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    bool right = true;
    for (int i = 0; i < 128; i++)
        right = right && out[i / 16][i % 16] == 7 * i + 1;
    expect(right, "what was drawn");
    EXPECT(cudaUnbindTexture(sheet) == cudaSuccess);
    cudaFreeArray(from);
    cudaFreeArray(to);
}

static void warps()
{
    int out[3] = {0, 0, 0}, *memory = 0;
    double sum = 0;
    EXPECT(cudaMallocManaged((void**)&memory, sizeof out) == cudaSuccess);
    EXPECT(cudaMemcpyToSymbol(total, &sum, sizeof sum) == cudaSuccess);
    add_up<<<1, 32>>>(memory);
    EXPECT(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(cudaMemcpyFromSymbol(&sum, total, sizeof sum) == cudaSuccess);
    EXPECT(out[0] == 31 * 32 / 2 && out[1] == 16 && out[2] == 1 && sum == 16);
    EXPECT(prefetched(memory, sizeof out) == cudaSuccess);
    cudaFree(memory);
}

int main()
{
    EXPECT(known_device());
    lines();
    sheets();
    warps();
    if (!failures) std::printf("as it was\n");
    return failures != 0;
}
