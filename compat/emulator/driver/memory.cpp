// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, streams and events of the driver API: the runtime's own, by other names.
#include "driver/call.h"

#include <cstring>

using namespace cuda_emulator;

namespace {
void* pointer(CUdeviceptr p) { return reinterpret_cast<void*>(p); }
// Both enumerations count alike.
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
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes)
{
    return call_runtime([&] { return cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice); });
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes)
{
    return call_runtime([&] { return cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost); });
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes)
{
    return call_runtime([&] { return cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice); });
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream s)
{
    return call_runtime([&] { return cudaMemcpyAsync(pointer(to), from, bytes, cudaMemcpyHostToDevice, s); });
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream s)
{
    return call_runtime([&] { return cudaMemcpyAsync(to, pointer(from), bytes, cudaMemcpyDeviceToHost, s); });
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream s)
{
    return call_runtime(
        [&] { return cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, s); });
}
CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, std::size_t count)
{
    return call_runtime([&] { return cudaMemset(pointer(p), value, count); });
}

CUresult cuStreamCreate(CUstream* out, unsigned flags)
{
    return call_runtime([&] { return cudaStreamCreateWithFlags(out, flags); });
}
CUresult cuStreamDestroy(CUstream s)
{
    return call_runtime([&] { return cudaStreamDestroy(s); });
}
CUresult cuStreamSynchronize(CUstream s)
{
    return call_runtime([&] { return cudaStreamSynchronize(s); });
}
CUresult cuStreamQuery(CUstream s)
{
    return call_runtime([&] { return cudaStreamQuery(s); });
}
CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
    return call_runtime([&] { return cudaStreamWaitEvent(s, e, flags); });
}
CUresult cuEventCreate(CUevent* out, unsigned flags)
{
    return call_runtime([&] { return cudaEventCreateWithFlags(out, flags); });
}
CUresult cuEventDestroy(CUevent e)
{
    return call_runtime([&] { return cudaEventDestroy(e); });
}
CUresult cuEventRecord(CUevent e, CUstream s)
{
    return call_runtime([&] { return cudaEventRecord(e, s); });
}
CUresult cuEventQuery(CUevent e)
{
    return call_runtime([&] { return cudaEventQuery(e); });
}
CUresult cuEventSynchronize(CUevent e)
{
    return call_runtime([&] { return cudaEventSynchronize(e); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end)
{
    return call_runtime([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

} // extern "C"
