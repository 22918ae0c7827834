// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder share. Each holds one defect, and with -DCORRECTED its remedy.
#pragma once

#include <cstdio>

//! An array in managed memory whose element k is k % 7 + 1.
inline float* numbers(int count)
{
    float* p = nullptr;
    cudaMallocManaged(&p, count * sizeof(float));
    for (int k = 0; k < count; ++k)
        p[k] = static_cast<float>(k % 7 + 1);
    return p;
}

//! What the kernel's launch and run came to, for the test to read.
inline int report()
{
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
