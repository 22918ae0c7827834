// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose accesses are known by reasoning. trace_test.py finds the lines by their marks: "@name".
// A line that a page must not stumble over: </script> & <b> "quotes" \ é
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

constexpr int side = 32;
constexpr int tiles = 2;

__constant__ int table[64];

__global__ void transpose(const float* in, float* out, int width)
{
    const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    out[x * width + y] = in[y * width + x]; // @transpose
}

__global__ void transpose_tiled(const float* in, float* out, int width)
{
    __shared__ float tile[side][side];
    const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // @tiled in
    __syncthreads();
    const int u = blockIdx.y * side + threadIdx.x, v = blockIdx.x * side + threadIdx.y;
    out[v * width + u] = tile[threadIdx.x][threadIdx.y]; // @tiled out
}

__global__ void transpose_padded(const float* in, float* out, int width)
{
    __shared__ float tile[side][side + 1];
    const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    const int u = blockIdx.y * side + threadIdx.x, v = blockIdx.x * side + threadIdx.y;
    out[v * width + u] = tile[threadIdx.x][threadIdx.y]; // @padded out
}

// Odd lanes go one way, even lanes the other. The second warp comes late to the barrier.
__global__ void divergent(volatile int* out)
{
    const int t = threadIdx.x;
    int sum = 0;
    if (t % 2) // @branch
        for (int k = 0; k < 8; ++k)
            sum += out[t]; // @odd
    else
        sum = out[t] - 1; // @even
    if (t >= 32)
        for (int k = 0; k < 100; ++k)
            sum += out[t]; // @late
    __syncthreads();       // @barrier
    out[t] = sum;
}

__global__ void mixed(const float4* wide, float* out, int* counter, int step)
{
    const int t = threadIdx.x;
    const float4 v = wide[t];            // @wide
    out[t] = v.x + v.w;                  // @narrow
    out[64 + t] = table[t % 2];          // @constant
    if (t < 5) atomicAdd(counter, step); // @atomic
}

__global__ void racing(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;           // @race write
    out[threadIdx.x] = s[63 - threadIdx.x]; // @race read
}

__global__ void past_end(int* out) { out[threadIdx.x] = 1; } // @fault

// The barrier wants 96 threads, and there are 64.
__global__ void stuck(int* out)
{
    if (threadIdx.x < 32) out[0] = 1;
    asm volatile("bar.sync 1, 96;" ::: "memory"); // @stuck
}

int main(int argc, char** argv)
{
    const char* const what = argc > 1 ? argv[1] : "";
    constexpr int width = side * tiles;
    float *in, *out;
    int* numbers;
    cudaMalloc(&in, width * width * sizeof *in);
    cudaMalloc(&out, width * width * sizeof *out);
    cudaMalloc(&numbers, 64 * sizeof *numbers);
    cudaMemset(in, 0, width * width * sizeof *in);
    cudaMemset(numbers, 0, 64 * sizeof *numbers);
    const dim3 grid(tiles, tiles), block(side, side);
    if (!std::strcmp(what, "threads")) {
        std::thread other([&] {
            for (int k = 0; k < 20; ++k)
                transpose<<<grid, block>>>(in, out, width);
        });
        for (int k = 0; k < 20; ++k)
            transpose_tiled<<<grid, block>>>(in, out, width);
        other.join();
    } else if (!std::strcmp(what, "race")) {
        racing<<<1, 64>>>(numbers);
    } else if (!std::strcmp(what, "fault")) {
        past_end<<<1, 96>>>(numbers);
    } else if (!std::strcmp(what, "stuck")) {
        stuck<<<1, 64>>>(numbers);
    } else if (!std::strcmp(what, "exit")) {
        transpose<<<grid, block>>>(in, out, width);
        std::exit(7);
    } else {
        transpose<<<grid, block>>>(in, out, width);
        transpose_tiled<<<grid, block>>>(in, out, width);
        transpose_padded<<<grid, block>>>(in, out, width);
        divergent<<<1, 64>>>(numbers);
        mixed<<<1, 32>>>(reinterpret_cast<const float4*>(in), out, numbers, 1);
    }
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
