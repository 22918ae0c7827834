// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the driver API. The runtime implements it.
#include "driver/call.h"

using namespace cuda_emulator;

namespace {
void* pointer(CUdeviceptr p) { return reinterpret_cast<void*>(p); }
// The driver's location types have the runtime's values.
cudaMemLocation of_runtime(CUmemLocation l) { return {static_cast<cudaMemLocationType>(l.type), l.id}; }
} // namespace

extern "C" {

CUresult cuMemAlloc(CUdeviceptr* out, std::size_t bytes)
{
    if (!out || !bytes) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMalloc(reinterpret_cast<void**>(out), bytes); });
}
CUresult cuMemAllocManaged(CUdeviceptr* out, std::size_t bytes, unsigned flags)
{
    if (!out || !bytes) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMallocManaged(reinterpret_cast<void**>(out), bytes, flags); });
}
CUresult cuMemPrefetchAsync(CUdeviceptr p, std::size_t bytes, CUmemLocation to, unsigned flags, CUstream s)
{
    return call_runtime([&] { return cudaMemPrefetchAsync(pointer(p), bytes, of_runtime(to), flags, s); });
}
CUresult cuMemAdvise(CUdeviceptr p, std::size_t bytes, CUmem_advise advice, CUmemLocation by)
{
    return call_runtime(
        [&] { return cudaMemAdvise(pointer(p), bytes, static_cast<cudaMemoryAdvise>(advice), of_runtime(by)); });
}
CUresult cuMemRangeGetAttribute(void* data, std::size_t size, CUmem_range_attribute attribute, CUdeviceptr p,
                                std::size_t bytes)
{
    return call_runtime([&] {
        return cudaMemRangeGetAttribute(data, size, static_cast<cudaMemRangeAttribute>(attribute), pointer(p), bytes);
    });
}
CUresult cuMemFree(CUdeviceptr p)
{
    return call_runtime([&] { return cudaFree(pointer(p)); });
}
CUresult cuMemGetInfo(std::size_t* available, std::size_t* total)
{
    return call_runtime([&] { return cudaMemGetInfo(available, total); });
}
CUresult cuMemAllocPitch(CUdeviceptr* out, std::size_t* pitch, std::size_t width, std::size_t height, unsigned element)
{
    if (!out || !pitch || !width || !height || (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMallocPitch(reinterpret_cast<void**>(out), pitch, width, height); });
}
CUresult cuMemAllocHost(void** out, std::size_t bytes)
{
    if (!out || !bytes) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMallocHost(out, bytes); });
}
CUresult cuMemHostAlloc(void** out, std::size_t bytes, unsigned flags)
{
    if (!out || !bytes || (flags & ~7u)) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaHostAlloc(out, bytes, flags); });
}
CUresult cuMemFreeHost(void* p)
{
    return p ? call_runtime([&] { return cudaFreeHost(p); }) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemHostRegister(void* p, std::size_t bytes, unsigned flags)
{
    return call_runtime([&] { return cudaHostRegister(p, bytes, flags); });
}
CUresult cuMemHostUnregister(void* p)
{
    return call_runtime([&] { return cudaHostUnregister(p); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* out, void* p, unsigned flags)
{
    return call_runtime([&] { return cudaHostGetDevicePointer(reinterpret_cast<void**>(out), p, flags); });
}
CUresult cuMemHostGetFlags(unsigned* flags, void* p)
{
    return call_runtime([&] { return cudaHostGetFlags(flags, p); });
}
CUresult cuMemRangeGetAttributes(void** data, std::size_t* sizes, CUmem_range_attribute* attributes, std::size_t count,
                                 CUdeviceptr p, std::size_t bytes)
{
    return call_runtime([&] {
        return cudaMemRangeGetAttributes(data, sizes, reinterpret_cast<cudaMemRangeAttribute*>(attributes), count,
                                         pointer(p), bytes);
    });
}

} // extern "C"
