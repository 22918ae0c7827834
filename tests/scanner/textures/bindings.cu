// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bindings that change: bound again by a call in between, several times in one function, in a loop, with ways out before
// the unbind. --fix=textures has to give each launch the memory of the last bind.
#include <stdio.h>

texture<float, 1, cudaReadModeElementType> inner, several, turn, early;
const int n = 32;
float *d_in, *d_out, h_out[n];

__global__ void copy_inner(float* out) { out[threadIdx.x] = tex1Dfetch(inner, threadIdx.x); }
__global__ void copy_several(float* out) { out[threadIdx.x] = tex1Dfetch(several, threadIdx.x); }
__global__ void copy_turn(float* out) { out[threadIdx.x] = tex1Dfetch(turn, threadIdx.x); }
__global__ void copy_early(float* out) { out[threadIdx.x] = tex1Dfetch(early, threadIdx.x); }

void show(const char* what)
{
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%s %d: %g\n", what, i, h_out[i]);
}

// The launch of the outer call reads what the inner one has bound.
void level(float* memory, int depth)
{
    cudaBindTexture(0, inner, memory, n * sizeof(float));
    if (depth) level(memory + 128, depth - 1);
    copy_inner<<<1, n>>>(d_out);
    show("inner");
}

void bind_several(int which)
{
    cudaBindTexture(0, several, d_in, n * sizeof(float));
    if (which == 1) {
        float* other = d_in + 128;
        cudaBindTexture(0, several, other, n * sizeof(float));
    }
    copy_several<<<1, n>>>(d_out);
    show("several");
    float* last = d_in + 256;
    cudaBindTexture(0, several, last, n * sizeof(float));
    copy_several<<<1, n>>>(d_out);
    show("last");
}

void turns(float* a, float* b)
{
    for (int i = 0; i < 3; ++i) {
        cudaBindTexture(0, turn, a, n * sizeof(float));
        copy_turn<<<1, n>>>(d_out);
        if (i == 1) continue;
        float* old = a;
        a = b;
        b = old;
        show("turn");
    }
    cudaUnbindTexture(turn);
}

int ways_out(int way)
{
    cudaBindTexture(0, early, d_in, n * sizeof(float));
    if (way == 0) return 0;
    copy_early<<<1, n>>>(d_out);
    if (way == 1) {
        show("first way");
        return 1;
    }
    switch (way) {
    case 2:
        return 2;
    }
    copy_early<<<1, n>>>(d_out);
    show("last way");
    cudaUnbindTexture(early);
    return 3;
}

int main()
{
    float values[5 * 128];
    for (int i = 0; i < 5 * 128; i++)
        values[i] = i * 0.75f - 3;
    cudaMalloc((void**)&d_in, sizeof values);
    cudaMalloc((void**)&d_out, sizeof h_out);
    cudaMemcpy(d_in, values, sizeof values, cudaMemcpyHostToDevice);
    level(d_in, 2);
    bind_several(0);
    bind_several(1);
    turns(d_in, d_in + 128);
    for (int way = 0; way < 4; way++)
        printf("way %d\n", ways_out(way));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
