// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the oracle programs share: one line a fact.
//
// An oracle program is built twice, by CUDA 11.8 as it is and through compat by today's toolkit, so this header
// needs nothing newer than C++14 and CUDA 11.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "cases.h"

//! Prints the error that a call returned, and the one of cudaGetLastError if it differs.
inline void says(const std::string& what, cudaError_t error)
{
    const cudaError_t last = cudaGetLastError();
    std::printf("%s: %s%s\n", what.c_str(), cudaGetErrorName(error), last == error ? "" : " (not the last error)");
}

//! Prints the value and the bits that `kernel(out, coordinates, n)` fetches at each coordinate, or the error of the
//! kernel.
template <class Coordinate>
void fetch(const std::string& what, void (*kernel)(float*, const Coordinate*, int), const std::vector<Coordinate>& at)
{
    float* out = nullptr;
    Coordinate* d_at = nullptr;
    cudaMalloc((void**)&out, at.size() * sizeof(float));
    cudaMemset(out, 0xff, at.size() * sizeof(float));
    cudaMalloc((void**)&d_at, at.size() * sizeof(Coordinate));
    cudaMemcpy(d_at, at.data(), at.size() * sizeof(Coordinate), cudaMemcpyHostToDevice);
    kernel<<<1, (unsigned)at.size()>>>(out, d_at, (int)at.size());
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ran = cudaDeviceSynchronize();
    std::vector<float> result(at.size());
    cudaMemcpy(result.data(), out, at.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(out);
    cudaFree(d_at);
    cudaGetLastError();
    std::printf("%s:", what.c_str());
    if (launched != cudaSuccess || ran != cudaSuccess) {
        std::printf(" launched %s, ran %s\n", cudaGetErrorName(launched), cudaGetErrorName(ran));
        return;
    }
    for (float x : result) {
        unsigned bits;
        std::memcpy(&bits, &x, sizeof bits);
        std::printf(" %g(%08x)", x, bits);
    }
    std::printf("\n");
}
