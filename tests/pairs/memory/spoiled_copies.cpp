// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A preloaded library. It spoils a float of each copy from the device: the first float of the first copy, the third one
// of the second copy, and so on. So each check of copied data must report an error. The library also reports that a
// program resets the device.
#include <cstddef>
#include <cstdio>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

extern "C" cudaError_t CUDARTAPI cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    static const auto original = reinterpret_cast<decltype(&cudaMemcpy)>(dlsym(RTLD_NEXT, "cudaMemcpy"));
    static std::size_t copies = 0;
    const cudaError_t error = original(to, from, bytes, kind);
    if (error == cudaSuccess && kind == cudaMemcpyDeviceToHost) {
        float& one = static_cast<float*>(to)[2 * copies++];
        one = -1 - one; // the examples' numbers are not negative
    }
    return error;
}

extern "C" cudaError_t CUDARTAPI cudaDeviceReset()
{
    static const auto original = reinterpret_cast<decltype(&cudaDeviceReset)>(dlsym(RTLD_NEXT, "cudaDeviceReset"));
    std::puts("device reset");
    return original();
}
