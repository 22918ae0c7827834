// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver without the functions for texture references: a bind fails, and stderr says what to do.
#include <cstring>

#include <dlfcn.h>

texture<float> values;
__global__ void kernel(float* out) { *out = tex1Dfetch(values, 0); }

// Replaces the runtime's function. It finds all of the driver's functions except these.
extern "C" cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int version,
                                                        unsigned long long flags,
                                                        cudaDriverEntryPointQueryResult* result)
{
    if (std::strncmp(symbol, "cuTexRef", 8) == 0) {
        *result = cudaDriverEntryPointSymbolNotFound;
        return cudaSuccess;
    }
    using original = decltype(&cudaGetDriverEntryPointByVersion);
    static const auto of_the_runtime = reinterpret_cast<original>(dlsym(RTLD_NEXT, "cudaGetDriverEntryPointByVersion"));
    return of_the_runtime(symbol, function, version, flags, result);
}

int main()
{
    void* memory = nullptr;
    if (cudaMalloc(&memory, 1024) != cudaSuccess) return 1;
    if (cudaBindTexture(nullptr, values, memory, 1024) != cudaErrorNotSupported) return 2;
    return cudaGetLastError() == cudaErrorNotSupported ? 0 : 3;
}
