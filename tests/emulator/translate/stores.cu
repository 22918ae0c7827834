// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop over a block's threads stores while it loads: in the place of what it loads, beside it, or where the two
// overlap. Prints a sum for each kernel and shape; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned size = 4096;

__device__ unsigned thread_in_block() { return threadIdx.y * blockDim.x + threadIdx.x; }

__global__ void in_place(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block();
    a[t] = 3 * a[t] + b[t];
    b[t] = a[t] ^ b[t + 1024];
}

// The value is also used afterwards.
__global__ void wanted(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block(), v = a[t] * 5 + 1;
    b[t] = v;
    a[t] = v + b[t + 1024];
    b[t + 2048] = v * v;
}

// Several values in one loop, and a store between two loads of a place.
__global__ void several(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block(), v = a[t], w = b[t];
    b[t] = v + w;
    a[t] = v - w;
    a[t + 1024] = v * w + b[t];
    b[t + 1024] = a[t] ^ a[t + 1024];
}

// Other sizes of elements.
__global__ void sizes(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block();
    auto* const wide = reinterpret_cast<unsigned long long*>(a);
    auto* const narrow = reinterpret_cast<unsigned short*>(b);
    auto* const bytes = reinterpret_cast<unsigned char*>(b + 2048);
    auto* const pairs = reinterpret_cast<uint2*>(b + 1024);
    wide[t] = wide[t] * 3 + t;
    narrow[t] = static_cast<unsigned short>(narrow[t] + narrow[t + 512]);
    bytes[t] = static_cast<unsigned char>(bytes[t] + bytes[t + 512]);
    pairs[t] = {pairs[t].y, pairs[t].x + 1};
    reinterpret_cast<float*>(a + 2048)[t] = sqrtf(static_cast<float>(narrow[t])) / 3;
}

// Into shared memory and out of it, with the work of some threads.
__global__ void shared(unsigned* a, unsigned* b)
{
    __shared__ unsigned s[256];
    const unsigned t = thread_in_block(), threads = blockDim.x * blockDim.y;
    s[t] = a[t] + 1;
    __syncthreads();
    b[t] = s[threads - 1 - t] * 3;
    __syncthreads();
    for (unsigned half = threads / 2; half; half /= 2) {
        if (t < half) s[t] = s[t] * 3 + s[t + half];
        __syncthreads();
    }
    if (t < 40) b[t + 1024] = b[t + 1024] + s[t];
}

// Rows of two interleaved rectangles.
__global__ void rectangles(unsigned* a, unsigned* b)
{
    const unsigned wide = blockDim.x, pitch = 2 * wide + 32;
    unsigned* const row = a + pitch * threadIdx.y;
    row[threadIdx.x + wide] = row[threadIdx.x] * 7;
    unsigned* const upwards = b + pitch * (blockDim.y - 1 - threadIdx.y);
    upwards[threadIdx.x] = upwards[threadIdx.x] + row[threadIdx.x + wide];
}

// Each row has one value.
__global__ void one_of_row(unsigned* a, unsigned* b)
{
    b[thread_in_block()] = a[threadIdx.y] + a[1024 + threadIdx.y * 64] * threadIdx.x;
    a[2048 + thread_in_block()] = b[1024] * b[thread_in_block()];
}

// A single warp: each lane loads before any lane stores.
__global__ void shifted(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block();
    a[t + 1] = a[t] * 3;
    b[t] = b[t + 3] + 1;
    a[100 + t] = a[131 - t];
}

// Strides that are unknown in the text, or that leave gaps, for loads and for stores.
__global__ void strides(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block(), one = gridDim.x;
    a[t + 1] = a[t * one] * 3;
    b[3 * t] = b[t + 100] + 7;
    b[1000 - t] = a[t + 200] * 5;
    b[1100 + t * one] = b[1100 + t] ^ 1;
}

// The rows store in the same places, and load what is stored there.
__global__ void one_row_for_all(unsigned* a, unsigned* b)
{
    const unsigned x = threadIdx.x, y = threadIdx.y;
    a[x] = a[x] * 3 + y;
    b[x + 8 * y] = b[8 * y] + x;
    b[x + 4 * y + 512] = b[x + 4 * y + 512] + 1;
}

// Past the end, from the last thread on.
__global__ void past_the_end(unsigned* a, unsigned* b)
{
    const unsigned t = thread_in_block();
    a[size - blockDim.x * blockDim.y + 1 + t] = b[t] * 3;
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(unsigned*, unsigned*);
        bool of_one_warp;
    } kernels[] = {{"in_place", in_place, false},       {"wanted", wanted, false},
                   {"several", several, false},         {"sizes", sizes, false},
                   {"shared", shared, false},           {"rectangles", rectangles, false},
                   {"one_of_row", one_of_row, false},   {"shifted", shifted, true},
                   {"strides", strides, true},          {"one_row_for_all", one_row_for_all, true},
                   {"past_the_end", past_the_end, true}};
    const dim3 shapes[] = {{256}, {64}, {64, 4}, {32, 8}, {16, 16}, {4, 32}, {32}, {16, 2}, {8, 4}};
    unsigned *a = nullptr, *b = nullptr;
    static unsigned host[2][size];
    if (cudaMalloc(&a, sizeof host[0]) || cudaMalloc(&b, sizeof host[1])) return 1;
    for (const auto& one : kernels) {
        if (count > 1 ? std::strcmp(one.name, arguments[1]) != 0 : one.kernel == past_the_end) continue;
        for (const dim3 shape : shapes) {
            if (one.of_one_warp && shape.x * shape.y != 32) continue;
            for (unsigned k = 0; k < 2 * size; ++k)
                host[k / size][k % size] = (k * 2654435761u) ^ k >> 3;
            if (cudaMemcpy(a, host[0], sizeof host[0], cudaMemcpyHostToDevice)) return 1;
            if (cudaMemcpy(b, host[1], sizeof host[1], cudaMemcpyHostToDevice)) return 1;
            one.kernel<<<1, shape>>>(a, b);
            cudaMemcpy(host[0], a, sizeof host[0], cudaMemcpyDeviceToHost);
            const cudaError_t error = cudaMemcpy(host[1], b, sizeof host[1], cudaMemcpyDeviceToHost);
            unsigned long long sum = 0;
            for (const auto& array : host)
                for (const unsigned x : array)
                    sum = sum * 31 + x;
            std::printf("%s %ux%u: %llu, %s\n", one.name, shape.x, shape.y, sum, cudaGetErrorName(error));
        }
    }
}
