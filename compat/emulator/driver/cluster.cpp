// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Occupancy of clusters in the driver API. The runtime implements it.
#include "driver/call.h"
#include "driver/launch_config.h"

using namespace cuda_emulator;

extern "C" {

CUresult cuOccupancyMaxPotentialClusterSize(int* size, CUfunction f, const CUlaunchConfig* c)
{
    if (!c || !context::instance().find_kernel(f)) return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t config = as_runtime(*c);
    return call_runtime([&] { return cudaOccupancyMaxPotentialClusterSize(size, f, &config); });
}
CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction f, const CUlaunchConfig* c)
{
    if (!c || !context::instance().find_kernel(f)) return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t config = as_runtime(*c);
    return call_runtime([&] { return cudaOccupancyMaxActiveClusters(clusters, f, &config); });
}

} // extern "C"
