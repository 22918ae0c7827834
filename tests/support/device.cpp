// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include <cstdlib>

#include <cuda_runtime_api.h>

std::string why_no_device()
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess) {
        cudaGetLastError();
        return std::string{"no CUDA device: "} + cudaGetErrorString(error);
    }
    return count > 0 ? "" : "no CUDA device";
}

void choose_device()
{
    const char* const number = std::getenv("CUDA_LEGACY_DEVICE");
    int count = 0;
    if (number && cudaGetDeviceCount(&count) == cudaSuccess && count > 0)
        cudaSetDevice(static_cast<int>(std::strtoul(number, nullptr, 10) % count));
}
