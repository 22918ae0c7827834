// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of a driver launch to the runtime's launch configuration.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

inline cudaLaunchConfig_t as_runtime(const CUlaunchConfig& c)
{
    // The driver's attributes have the layout of the runtime's.
    static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(c.gridDimX, c.gridDimY, c.gridDimZ);
    config.blockDim = dim3(c.blockDimX, c.blockDimY, c.blockDimZ);
    config.dynamicSmemBytes = c.sharedMemBytes;
    config.stream = c.hStream;
    config.attrs = reinterpret_cast<cudaLaunchAttribute*>(c.attrs);
    config.numAttrs = c.numAttrs;
    return config;
}

} // namespace cuda_emulator
