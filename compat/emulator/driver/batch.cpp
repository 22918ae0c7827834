// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched copies and prefetches of the driver API. The runtime implements them.
#include "driver/call.h"

using namespace cuda_emulator;

namespace {

static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes));
static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp));
static_assert(sizeof(CUmemLocation) == sizeof(cudaMemLocation));

} // namespace

extern "C" {

CUresult cuMemcpyBatchAsync(CUdeviceptr* to, CUdeviceptr* from, std::size_t* sizes, std::size_t count,
                            CUmemcpyAttributes* attributes, std::size_t* of, std::size_t kinds, CUstream s)
{
    return call_runtime([&] {
        return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to), reinterpret_cast<const void* const*>(from),
                                    sizes, count, reinterpret_cast<cudaMemcpyAttributes*>(attributes), of, kinds, s);
    });
}
CUresult cuMemcpy3DBatchAsync(std::size_t count, CUDA_MEMCPY3D_BATCH_OP* list, unsigned long long flags, CUstream s)
{
    return call_runtime(
        [&] { return cudaMemcpy3DBatchAsync(count, reinterpret_cast<cudaMemcpy3DBatchOp*>(list), flags, s); });
}
CUresult cuMemPrefetchBatchAsync(CUdeviceptr* pointers, std::size_t* sizes, std::size_t count, CUmemLocation* where,
                                 std::size_t* of, std::size_t places, unsigned long long flags, CUstream s)
{
    return call_runtime([&] {
        return cudaMemPrefetchBatchAsync(reinterpret_cast<void**>(pointers), sizes, count,
                                         reinterpret_cast<cudaMemLocation*>(where), of, places, flags, s);
    });
}

// CUDA 12.8 declared these calls with an output for the index of the operation that failed.
#undef cuMemcpyBatchAsync
#undef cuMemcpy3DBatchAsync
CUresult cuMemcpyBatchAsync(CUdeviceptr* to, CUdeviceptr* from, std::size_t* sizes, std::size_t count,
                            CUmemcpyAttributes* attributes, std::size_t* of, std::size_t kinds, std::size_t* failed,
                            CUstream s)
{
    if (failed) *failed = SIZE_MAX;
    return cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, of, kinds, s);
}
CUresult cuMemcpy3DBatchAsync(std::size_t count, CUDA_MEMCPY3D_BATCH_OP* list, std::size_t* failed,
                              unsigned long long flags, CUstream s)
{
    if (failed) *failed = SIZE_MAX;
    return cuMemcpy3DBatchAsync_v2(count, list, flags, s);
}

} // extern "C"
