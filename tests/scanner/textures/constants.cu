// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fetches that no argument of a kernel reaches: in functors, by pointers to functions, in a kernel whose address is taken,
// under a name that a local has, too. --fix=textures has to keep these objects in __constant__ variables. A macro's argument
// names some of the textures, and a macro checks calls.
#include <stdio.h>

texture<float> line;
texture<float, 2, cudaReadModeElementType> plane;
const int n = 32;
float *d_in, *d_out, h_out[n];
cudaArray* array;

texture<float> low_row;
texture<int2> pair_row;

#define FETCH(i) tex1Dfetch(line, (i))
#define FETCH_ROW(name, i) tex1Dfetch(name##_row, (i))
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));                                           \
    } while (0)

struct from_line {
    __device__ float operator()(int i) const { return FETCH(i) + 1; }
};

struct from_plane {
    float scale;
    __device__ float operator()(int i) const { return scale * tex2D(plane, i % 8 + 0.5f, i / 8 + 0.5f); }
};

struct from_rows {
    __device__ float operator()(int i) const
    {
        int2 both = FETCH_ROW(pair, i / 2);
        return FETCH_ROW(low, i) + both.x + 2 * both.y;
    }
};

template <class Function>
__global__ void apply(float* out, Function f)
{
    out[threadIdx.x] = f(threadIdx.x);
}

__device__ float first(int i) { return tex1Dfetch(line, i); }
__device__ float second(int i) { return 3 - tex1Dfetch(line, n - 1 - i); }
__device__ float (*const table[])(int) = {first, second};

__global__ void by_pointer(float* out, int which) { out[threadIdx.x] = table[which](threadIdx.x); }

__global__ void by_address(float* out)
{
    auto twice = [](int i) { return 2 * tex1Dfetch(line, i); };
    out[threadIdx.x] = twice(threadIdx.x);
}

void show(const char* what)
{
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%s %d: %g\n", what, i, h_out[i]);
}

int length(const char* plane)
{
    int line = 0;
    while (plane[line])
        ++line;
    return line;
}

cudaError_t bind(float* memory) { return cudaBindTexture(0, line, memory, n * sizeof(float)); }

void launch_all(int which)
{
    apply<<<1, n>>>(d_out, from_line());
    show("functor");
    from_plane scaled = {0.5f};
    apply<<<1, n>>>(d_out, scaled);
    show("functor with a member");
    apply<<<1, n>>>(d_out, from_rows());
    show("rows");
    by_pointer<<<1, n>>>(d_out, which);
    show("pointer");
    void* arguments[] = {&d_out};
    cudaLaunchKernel((const void*)by_address, dim3(1), dim3(n), arguments, 0, 0);
    show("address");
}

int main()
{
    float values[2 * 128];
    for (int i = 0; i < 2 * 128; i++)
        values[i] = i * 0.75f - length("three");
    cudaMalloc((void**)&d_in, sizeof values);
    cudaMalloc((void**)&d_out, sizeof h_out);
    cudaMemcpy(d_in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &channels, 8, 4);
    cudaMemcpy2DToArray(array, 0, 0, values, 8 * sizeof(float), 8 * sizeof(float), 4, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(plane, array);
    for (int turn = 0; turn < 2; turn++) {
        float* memory = turn ? d_in + 128 : d_in;
        if (bind(memory) != cudaSuccess) return 1;
        CHECK(cudaBindTexture(0, low_row, memory, n * sizeof(float)));
        if (turn < 2) {
            CHECK(cudaBindTexture(0, pair_row, memory, n * sizeof(float)));
        }
        launch_all(turn);
        CHECK(cudaUnbindTexture(pair_row));
        cudaUnbindTexture(low_row);
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFreeArray(array);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
