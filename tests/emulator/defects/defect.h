// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder share. Each holds one defect, and with -DCORRECTED its remedy.
#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

struct result_bytes {
    const void* at;
    std::size_t count;
};
//! Memory whose bytes are the program's result. The host can read it.
inline std::vector<result_bytes>& result_arrays()
{
    static std::vector<result_bytes> all;
    return all;
}

//! An array in managed memory whose element k is k % 7 + 1.
inline float* numbers(int count)
{
    float* p = nullptr;
    cudaMallocManaged(&p, count * sizeof(float));
    for (int k = 0; k < count; ++k)
        p[k] = static_cast<float>(k % 7 + 1);
    result_arrays().push_back({p, count * sizeof(float)});
    return p;
}

//! An array in managed memory of zeros.
inline int* zeros(int count)
{
    int* p = nullptr;
    cudaMallocManaged(&p, count * sizeof(int));
    for (int k = 0; k < count; ++k)
        p[k] = 0;
    result_arrays().push_back({p, count * sizeof(int)});
    return p;
}

//! What the kernel's launch and run came to, for the test to read.
inline int report()
{
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

//! The same, and a hash of the arrays.
inline int report_result()
{
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 0;
    unsigned long long hash = 14695981039346656037ull;
    for (const result_bytes& r : result_arrays())
        for (std::size_t k = 0; k < r.count; ++k)
            hash = (hash ^ static_cast<const unsigned char*>(r.at)[k]) * 1099511628211ull;
    std::printf("result %016llx\n", hash);
    return 0;
}
