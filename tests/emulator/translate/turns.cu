// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of one block of code, for some numbers of turns: what loads and computes alone, and what does not. Prints a sum
// for each kernel, size of block and number of turns; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 3, largest = 256, size = 64 * 1024;

// Some threads have one iteration less.
__global__ void stride(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0;
    const int n = turns * blocks * blockDim.x - 7;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i] * in[i];
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

__global__ void dot(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0;
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        sum += in[blockIdx.x * turns + k] * in[k * largest + threadIdx.x];
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

__global__ void downwards(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0, product = 1;
    const unsigned* at = in + size - largest + threadIdx.x;
#pragma unroll 1
    for (int k = turns; k >= 0; --k, at -= largest) {
        sum ^= *at;
        product = product * 5 + *at;
    }
    out[blockIdx.x * largest + threadIdx.x] = sum + product;
}

// One value is a NaN, and its payload matters.
__global__ void floats(const unsigned* in, unsigned* out, int turns)
{
    float sum = 1, most = 0;
#pragma unroll 1
    for (int k = 0; k < turns; ++k) {
        const float x = __uint_as_float(in[k * largest + threadIdx.x]);
        sum = sum * 0.5f + x;
        most = fmaxf(most, x);
    }
    out[blockIdx.x * largest + threadIdx.x] = __float_as_uint(sum) + __float_as_uint(most);
}

__global__ void shared_rows(const unsigned* in, unsigned* out, int turns)
{
    __shared__ unsigned rows[16 * largest];
    for (int k = 0; k < 16; ++k)
        rows[k * blockDim.x + threadIdx.x] = in[k * largest + threadIdx.x];
    __syncthreads();
    unsigned sum = 0;
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        sum = sum * 3 + rows[k * blockDim.x + blockDim.x - 1 - threadIdx.x];
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

// Values of the last iteration and the one before.
__global__ void last(const unsigned* in, unsigned* out, int turns)
{
    unsigned value = 1, before = 2, even = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < turns; ++k) {
        before = value;
        value = in[even] + k;
        even += largest;
    }
    out[blockIdx.x * largest + threadIdx.x] = value * 7 + before + even;
}

// The 32-bit number wraps in some thread and iteration.
__global__ void wraps(const unsigned* in, unsigned* out, int turns)
{
    unsigned long long sum = 0;
    unsigned number = 0x7fffffffu - 3 * blockDim.x + threadIdx.x, other = 0xffffffffu - 5 * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < turns; ++k) {
        sum = sum * 3 + static_cast<long long>(static_cast<int>(number)) + static_cast<unsigned long long>(other);
        number += blockDim.x;
        other += blockDim.x;
    }
    out[blockIdx.x * largest + threadIdx.x] = sum ^ sum >> 32;
}

__global__ void chooses(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0;
#pragma unroll 1
    for (int i = threadIdx.x; i < turns * 64; i += 64)
        sum += i < turns * 32 ? in[i] : 3 * i;
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

// Each thread searches for its own number.
__global__ void searches(const unsigned* in, unsigned* out, int turns)
{
    unsigned k = 0;
#pragma unroll 1
    while (in[k] % 64 != (threadIdx.x * turns) % 64 && k < size - 1)
        ++k;
    out[blockIdx.x * largest + threadIdx.x] = k;
}

__global__ void stores(const unsigned* in, unsigned* out, int turns)
{
    unsigned* const here = out + blockIdx.x * largest + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        *here = *here * 3 + in[k * largest + threadIdx.x];
}

__global__ void nested(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0;
#pragma unroll 1
    for (int j = 0; j < turns; ++j) {
#pragma unroll 1
        for (int k = 0; k <= j; ++k)
            sum += in[k * largest + threadIdx.x] ^ j;
        sum *= 3;
    }
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

// Each thread's sixth element is past the end.
__global__ void past_the_end(const unsigned* in, unsigned* out, int turns)
{
    unsigned sum = 0;
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        sum += in[size - 5 * largest + k * largest + threadIdx.x];
    out[blockIdx.x * largest + threadIdx.x] = sum;
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(const unsigned*, unsigned*, int);
    } kernels[] = {
        {"stride", stride},      {"dot", dot},       {"downwards", downwards}, {"floats", floats},
        {"shared", shared_rows}, {"last", last},     {"wraps", wraps},         {"chooses", chooses},
        {"searches", searches},  {"stores", stores}, {"nested", nested},       {"past_the_end", past_the_end}};
    unsigned *in = nullptr, *out = nullptr;
    static unsigned host[size], result[blocks * largest];
    for (unsigned k = 0; k < size; ++k)
        host[k] = (k * 2654435761u) ^ k >> 3;
    host[2 * largest + 5] = 0x7fc12345; // NaN
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof result)) return 1;
    if (cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice)) return 1;
    for (const auto& one : kernels) {
        if (count > 1 ? std::strcmp(one.name, arguments[1]) != 0 : one.kernel == past_the_end) continue;
        for (const unsigned threads : {largest, 96u})
            for (int turns = 0; turns < 15; ++turns) {
                if (cudaMemset(out, 0, sizeof result)) return 1;
                one.kernel<<<blocks, threads>>>(in, out, turns);
                const cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
                unsigned long long sum = 0;
                for (const unsigned x : result)
                    sum = sum * 31 + x;
                std::printf("%s %u, %d turns: %llu, %s\n", one.name, threads, turns, sum, cudaGetErrorName(error));
                if (error) return 0;
            }
    }
}
