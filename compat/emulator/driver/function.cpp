// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the driver API: their attributes and their occupancy.
#include "driver/call.h"

#include <algorithm>

using namespace cuda_emulator;

namespace {
std::shared_ptr<kernel> kernel_of(CUfunction handle) { return context::instance().find_kernel(handle); }

// Calls `act` if the function exists. The driver and the runtime report an invalid handle with different errors.
template <class Function>
CUresult of_function(CUfunction f, Function act)
{
    return kernel_of(f) ? call_runtime(act) : CUDA_ERROR_INVALID_HANDLE;
}
} // namespace

extern "C" {

CUresult cuFuncGetModule(CUmodule* out, CUfunction f)
{
    const std::shared_ptr<kernel> k = kernel_of(f);
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    *out = reinterpret_cast<CUmodule>(k->owner.get());
    return CUDA_SUCCESS;
}
CUresult cuFuncGetName(const char** out, CUfunction f)
{
    return call_runtime([&] { return cudaFuncGetName(out, f); });
}
CUresult cuFuncGetParamInfo(CUfunction f, std::size_t index, std::size_t* offset, std::size_t* size)
{
    return of_function(f, [&] { return cudaFuncGetParamInfo(f, index, offset, size); });
}
CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction f)
{
    const std::shared_ptr<kernel> k = kernel_of(f);
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    *state = k->code ? CU_FUNCTION_LOADING_STATE_LOADED : CU_FUNCTION_LOADING_STATE_UNLOADED;
    return CUDA_SUCCESS;
}
CUresult cuFuncLoad(CUfunction f)
{
    cudaFuncAttributes a;
    return of_function(f, [&] { return cudaFuncGetAttributes(&a, f); });
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction f)
{
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    cudaFuncAttributes a;
    if (const CUresult e = of_function(f, [&] { return cudaFuncGetAttributes(&a, f); })) return e;
    return find_function_attribute(a, attribute, *value) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value)
{
    // The driver's settable attributes have the runtime's values.
    return of_function(f, [&] { return cudaFuncSetAttribute(f, static_cast<cudaFuncAttribute>(attribute), value); });
}
CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache c)
{
    return of_function(f, [&] { return cudaFuncSetCacheConfig(f, static_cast<cudaFuncCache>(c)); });
}
CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig)
{
    return of_function(f, [] { return cudaSuccess; }); // shared memory always has banks of four bytes
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction f, int threads,
                                                              std::size_t shared, unsigned flags)
{
    return of_function(
        f, [&] { return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, threads, shared, flags); });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction f, int threads, std::size_t shared)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, threads, shared, 0);
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* shared, CUfunction f, int blocks, int threads)
{
    return of_function(f, [&] { return cudaOccupancyAvailableDynamicSMemPerBlock(shared, f, blocks, threads); });
}
// Chooses the largest block size, in whole warps, that keeps the most threads active.
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction f, CUoccupancyB2DSize shared_of,
                                                   std::size_t shared, int limit, unsigned flags)
{
    if (!grid || !block || limit < 0) return CUDA_ERROR_INVALID_VALUE;
    int most = 0;
    if (const CUresult e = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f)) return e;
    if (limit) most = std::min(most, limit);
    int active = 0;
    *grid = *block = 0;
    for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
        const int size = std::min(threads, most);
        int blocks = 0;
        if (const CUresult e = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                &blocks, f, size, shared_of ? shared_of(size) : shared, flags))
            return e;
        if (blocks * size <= active) continue;
        active = blocks * size;
        *block = size;
        *grid = blocks * multiprocessor_count();
    }
    return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction f, CUoccupancyB2DSize shared_of,
                                          std::size_t shared, int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, f, shared_of, shared, limit, 0);
}

} // extern "C"
