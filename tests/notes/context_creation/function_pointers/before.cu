// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the driver without its library: pointers, with types that name no version, as CUDA 11.3 to 12.9 had
// them.
#include <cudaTypedefs.h>

#include <cstdio>

struct driver {
    PFN_cuMemAlloc allocate;
    PFN_cuMemFree release;
    PFN_cuMemsetD32 set;
    PFN_cuMemcpyDtoH copy;
};

bool look_up(driver& functions)
{
    return cudaGetDriverEntryPoint("cuMemAlloc", (void**)&functions.allocate, cudaEnableDefault) == cudaSuccess &&
           cudaGetDriverEntryPoint("cuMemFree", (void**)&functions.release, cudaEnableDefault) == cudaSuccess &&
           cudaGetDriverEntryPoint("cuMemsetD32", (void**)&functions.set, cudaEnableDefault) == cudaSuccess &&
           cudaGetDriverEntryPoint("cuMemcpyDtoH", (void**)&functions.copy, cudaEnableDefault) == cudaSuccess;
}

int main()
{
    driver functions;
    CUdeviceptr memory;
    unsigned received[2] = {0, 0};
    cudaFree(nullptr); // the runtime's context is current now
    if (!look_up(functions)) return 1;
    CUresult result = functions.allocate(&memory, sizeof received);
    if (result == CUDA_SUCCESS) result = functions.set(memory, 42, 2);
    if (result == CUDA_SUCCESS) result = functions.copy(received, memory, sizeof received);
    if (result == CUDA_SUCCESS) result = functions.release(memory);
    std::printf("%d: %u %u\n", result, received[0], received[1]);
    return result;
}
