// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of the driver API.
#include "driver/call.h"
#include "driver/launch_config.h"
#include "runtime/packed_arguments.h"

using namespace cuda_emulator;

namespace {

std::shared_ptr<kernel> kernel_of(CUfunction handle) { return context::instance().find_kernel(handle); }

CUresult run(const cudaLaunchConfig_t& config, CUfunction f, void** arguments, void** extra)
{
    const std::shared_ptr<kernel> k = kernel_of(f);
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    if (!extra) return call_runtime([&] { return cudaLaunchKernelExC(&config, f, arguments); });
    if (arguments) return CUDA_ERROR_INVALID_VALUE;
    packed_arguments packed(*k, extra);
    if (!packed.good()) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaLaunchKernelExC(&config, f, packed.arguments()); });
}

} // namespace

extern "C" {

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments,
                        void** extra)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(grid_x, grid_y, grid_z);
    config.blockDim = dim3(block_x, block_y, block_z);
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    return run(config, f, arguments, extra);
}
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                                   void** arguments)
{
    if (!kernel_of(f)) return CUDA_ERROR_INVALID_HANDLE;
    return call_runtime([&] {
        return cudaLaunchCooperativeKernel(f, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), arguments,
                                           shared, stream);
    });
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* c, CUfunction f, void** arguments, void** extra)
{
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    return run(as_runtime(*c), f, arguments, extra);
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data)
{
    return call_runtime([&] { return cudaLaunchHostFunc(stream, function, data); });
}

} // extern "C"
