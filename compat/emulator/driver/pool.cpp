// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory pools of the driver API. The runtime implements them.
#include "driver/call.h"

using namespace cuda_emulator;

namespace {
void** pointer(CUdeviceptr* p) { return reinterpret_cast<void**>(p); }
// The code passes the driver's structures to the runtime unchanged.
static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps));
static_assert(sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc));
} // namespace

extern "C" {

CUresult cuMemAllocAsync(CUdeviceptr* out, std::size_t bytes, CUstream s)
{
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMallocAsync(pointer(out), bytes, s); });
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* out, std::size_t bytes, CUmemoryPool pool, CUstream s)
{
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMallocFromPoolAsync(pointer(out), bytes, pool, s); });
}
CUresult cuMemFreeAsync(CUdeviceptr p, CUstream s)
{
    return call_runtime([&] { return cudaFreeAsync(reinterpret_cast<void*>(p), s); });
}
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* out, CUdevice d)
{
    return call_runtime([&] { return cudaDeviceGetDefaultMemPool(out, d); });
}
CUresult cuDeviceGetMemPool(CUmemoryPool* out, CUdevice d)
{
    return call_runtime([&] { return cudaDeviceGetMemPool(out, d); });
}
CUresult cuDeviceSetMemPool(CUdevice d, CUmemoryPool pool)
{
    return call_runtime([&] { return cudaDeviceSetMemPool(d, pool); });
}
CUresult cuMemGetDefaultMemPool(CUmemoryPool* out, CUmemLocation* where, CUmemAllocationType type)
{
    return call_runtime([&] {
        return cudaMemGetDefaultMemPool(out, reinterpret_cast<cudaMemLocation*>(where),
                                        static_cast<cudaMemAllocationType>(type));
    });
}
CUresult cuMemGetMemPool(CUmemoryPool* out, CUmemLocation* where, CUmemAllocationType type)
{
    return call_runtime([&] {
        return cudaMemGetMemPool(out, reinterpret_cast<cudaMemLocation*>(where),
                                 static_cast<cudaMemAllocationType>(type));
    });
}
CUresult cuMemSetMemPool(CUmemLocation* where, CUmemAllocationType type, CUmemoryPool pool)
{
    return call_runtime([&] {
        return cudaMemSetMemPool(reinterpret_cast<cudaMemLocation*>(where), static_cast<cudaMemAllocationType>(type),
                                 pool);
    });
}
CUresult cuMemPoolCreate(CUmemoryPool* out, const CUmemPoolProps* p)
{
    return call_runtime([&] { return cudaMemPoolCreate(out, reinterpret_cast<const cudaMemPoolProps*>(p)); });
}
CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    return call_runtime([&] { return cudaMemPoolDestroy(pool); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t bytes)
{
    return call_runtime([&] { return cudaMemPoolTrimTo(pool, bytes); });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute a, void* out)
{
    return call_runtime([&] { return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(a), out); });
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute a, void* value)
{
    return call_runtime([&] { return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(a), value); });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* out, CUmemoryPool pool, CUmemLocation* where)
{
    return call_runtime([&] {
        return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags*>(out), pool,
                                    reinterpret_cast<cudaMemLocation*>(where));
    });
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* list, std::size_t count)
{
    return call_runtime(
        [&] { return cudaMemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc*>(list), count); });
}

} // extern "C"
