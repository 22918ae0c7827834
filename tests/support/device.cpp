#include "device.hpp"

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
