// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with a version in each type, and the same version in each question.
#include <cudaTypedefs.h>

#include <cstdio>

struct driver {
    PFN_cuMemAlloc_v3020 allocate;
    PFN_cuMemFree_v3020 release;
    PFN_cuMemsetD32_v3020 set;
    PFN_cuMemcpyDtoH_v3020 copy;
};

bool found(const char* name, unsigned version, void** function)
{
    cudaDriverEntryPointQueryResult result;
    return cudaGetDriverEntryPointByVersion(name, function, version, cudaEnableDefault, &result) == cudaSuccess &&
           result == cudaDriverEntryPointSuccess;
}

bool look_up(driver& functions)
{
    return found("cuMemAlloc", 3020, (void**)&functions.allocate) &&
           found("cuMemFree", 3020, (void**)&functions.release) && found("cuMemsetD32", 3020, (void**)&functions.set) &&
           found("cuMemcpyDtoH", 3020, (void**)&functions.copy);
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
