// Accesses to shared memory whose lanes never want different words of one bank, for any type and any stride L.
//
// Source:  K, chapter 7, "Банки данных"
// Legacy:  legacy/memory/bank_conflicts.cu
// Changes: 1. the padded char goes: since compute capability 2.0 lanes share a word  2. s[threadIdx.x * L] -> a word of
//          padding after each row that a stride of L comes back after; all N threads copy, a float each, and those
//          without a multiple of L return  3. one block -> a block for every N elements  4. an error code -> a refusal
//          that is thrown; every call checked, memory freed by its owner
// Note:    migration-notes/bank_conflicts.md
// Domain:  n a multiple of N, 1 <= L <= N: the lesson is the index. Anything else is refused before a launch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <numeric>
#include <stdexcept>
#include <stdio.h>

#include <cuda/cmath>

#include "../support/cuda.hpp"   // check(), and the owner device_memory
#include "../support/launch.hpp" // grid_of()

#define N 1024

// 4 threads, 1 word: no conflict
__global__ void charAccess(const char *in, char *out)
{
    __shared__ char s[N];
    std::size_t i = std::size_t{blockIdx.x} * N + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();

    char data = s[threadIdx.x];
    out[i] = data;
}

// 2 threads, 1 word: no conflict
__global__ void shortAccess(const short *in, short *out)
{
    __shared__ short s[N];
    std::size_t i = std::size_t{blockIdx.x} * N + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();

    short data = s[threadIdx.x];
    out[i] = data;
}

// L = 2: threads 0 and 16 want words of bank 0 and, a row on, of bank 1
__global__ void floatAccess(const float *in, float *out, int L, int row)
{
    __shared__ float s[N + N / 32];
    s[threadIdx.x + threadIdx.x / row] = in[std::size_t{blockIdx.x} * N + threadIdx.x];
    __syncthreads();

    int i = threadIdx.x * L;
    if (i >= N) return;
    float data = s[i + i / row];
    out[std::size_t{blockIdx.x} * cuda::ceil_div(N, L) + threadIdx.x] = data;
}

// n elements of each type in, in blocks of N; out n, n, and every L-th float of each block, from its first on.
void bank_conflicts(const char *h_chars, const short *h_shorts, const float *h_floats, std::size_t n, int L,
                    char *h_plain, short *h_half, float *h_strided)
{
    if (n % N != 0) throw std::invalid_argument{"bank_conflicts: n is no multiple of N, 1024"};
    if (L < 1 || L > N) throw std::invalid_argument{"bank_conflicts: L is not from 1 to N, 1024"};
    if (n < 1) return;
    unsigned blocks = grid_of(n, N);
    std::size_t strides = std::size_t{blocks} * cuda::ceil_div(N, L);
    int row = std::lcm(32, L); // after so many words a stride of L is at its first bank again

    device_memory<char> chars, plain;
    device_memory<short> shorts, half;
    device_memory<float> floats, strided;
    check(cudaMalloc(chars.out(), n * sizeof(char)));
    check(cudaMalloc(plain.out(), n * sizeof(char)));
    check(cudaMalloc(shorts.out(), n * sizeof(short)));
    check(cudaMalloc(half.out(), n * sizeof(short)));
    check(cudaMalloc(floats.out(), n * sizeof(float)));
    check(cudaMalloc(strided.out(), strides * sizeof(float)));
    check(cudaMemcpy(chars, h_chars, n * sizeof(char), cudaMemcpyHostToDevice));
    check(cudaMemcpy(shorts, h_shorts, n * sizeof(short), cudaMemcpyHostToDevice));
    check(cudaMemcpy(floats, h_floats, n * sizeof(float), cudaMemcpyHostToDevice));

    charAccess<<<blocks, N>>>(chars, plain);
    check(cudaGetLastError());
    shortAccess<<<blocks, N>>>(shorts, half);
    check(cudaGetLastError());
    floatAccess<<<blocks, N>>>(floats, strided, L, row);
    check(cudaGetLastError());

    check(cudaMemcpy(h_plain, plain, n * sizeof(char), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_half, half, n * sizeof(short), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(h_strided, strided, strides * sizeof(float), cudaMemcpyDeviceToHost));
}

int main()
try {
    char chars[N], plain[N];
    short shorts[N], half[N];
    float floats[N], strided[N];
    for (int i = 0; i < N; i++) {
        chars[i] = (char)(i % 100);
        shorts[i] = (short)i;
        floats[i] = (float)i;
    }

    for (int L = 1; L <= 4; L *= 2) {
        bank_conflicts(chars, shorts, floats, N, L, plain, half, strided);
        printf("L = %d: char %d, short %d, float %g %g %g\n", L, plain[99], half[N - 1],
               strided[1], strided[2], strided[N / L - 1]);
    }
} catch (const std::exception& error) {
    return failed(error);
}
