// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that wait for the host, and the words that both access.
#pragma once

#include <cstring>
#include <cuda_runtime.h>

__global__ void wait_for(const volatile int* word, int value, int* out)
{
    while (*word < value) {}
    if (threadIdx.x == 0) *out = *word;
}
__global__ void add_one(int* out) { *out += 1; }

struct pinned {
    int* words = nullptr;
    pinned()
    {
        cudaMallocHost(&words, 4 * sizeof(int));
        std::memset(words, 0, 4 * sizeof(int));
    }
    ~pinned() { cudaFreeHost(words); }
};
void write(int* word, int value) { *static_cast<volatile int*>(word) = value; }
