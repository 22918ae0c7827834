// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces the runtime library's cudaGetDevice, and can fail. There is no other way to make it fail in a program that
// has a device.

#include <cuda_runtime_api.h>
#include <dlfcn.h>

bool get_device_fails = false;

cudaError_t CUDARTAPI cudaGetDevice(int* device)
{
    if (get_device_fails) return cudaErrorUnknown;
    static const auto next = reinterpret_cast<cudaError_t (*)(int*)>(dlsym(RTLD_NEXT, "cudaGetDevice"));
    return next(device);
}
