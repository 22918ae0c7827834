// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls that still work after a fault of a kernel, as on an H200 with driver 580. Prints one line per check and
// exits with the number of failures.
#include "expect.h"
#include <cstring>

__global__ void bad_address() { *reinterpret_cast<volatile int*>(0x10) = 1; }
__global__ void frees(char* p) { free(p); }
__global__ void frees_twice()
{
    void* const p = malloc(16);
    free(p);
    free(p);
}

int main(int count, char** words)
{
    char* p = nullptr;
    cudaMalloc(&p, 64);
    cudaError_t fault = cudaErrorIllegalAddress;
    if (count > 1 && std::strcmp(words[1], "twice") == 0) {
        fault = cudaErrorLaunchFailure;
        frees_twice<<<1, 1>>>();
    } else if (count > 1) {
        frees<<<1, 1>>>(p);
    } else {
        bad_address<<<1, 1>>>();
    }
    EXPECT("the fault", cudaDeviceSynchronize() == fault);
    EXPECT("is the last error", cudaPeekAtLastError() == fault && cudaGetLastError() == fault);
    EXPECT("once", cudaGetLastError() == cudaSuccess && cudaPeekAtLastError() == cudaSuccess);
    EXPECT("no memory", cudaMalloc(&p, 16) == fault && cudaGetLastError() == fault);
    int n = 0;
    cudaDeviceProp properties;
    cudaPointerAttributes pointer;
    std::size_t available = 0, total = 0;
    EXPECT("the device", cudaGetDevice(&n) == cudaSuccess && cudaSetDevice(0) == cudaSuccess);
    EXPECT("count", cudaGetDeviceCount(&n) == cudaSuccess && n == 1);
    EXPECT("properties", cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    EXPECT("attribute", cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0) == cudaSuccess && n == 32);
    EXPECT("pointer", cudaPointerGetAttributes(&pointer, p) == cudaSuccess);
    EXPECT("bad argument", cudaMalloc(static_cast<void**>(nullptr), 4) == cudaErrorInvalidValue);
    EXPECT("bad device", cudaSetDevice(1000) == cudaErrorInvalidDevice);
    EXPECT("no bytes", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault) == cudaSuccess);
    EXPECT("memory", cudaMemGetInfo(&available, &total) == fault);
    EXPECT("limit", cudaDeviceGetLimit(&total, cudaLimitStackSize) == fault);
    EXPECT("free", cudaFree(p) == fault);
    return failures;
}
