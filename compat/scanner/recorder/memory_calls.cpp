// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMalloc, cudaFree and related calls.
#include "memory_read.h"
#include "next_call.h"
#include "recorder.h"

#include <algorithm>

using namespace cuda_recorder;

namespace {

// Memory that a stream allocates is not there for other streams yet: it stays as it is.
void allocated(const char* kind, void* const* p, std::size_t bytes, cudaError_t error, const call_site& by,
               bool in_stream = false)
{
    recorder* const r = recorder::wanted();
    if (!r || error != cudaSuccess || !p || !*p) return;
    known_allocation a;
    a.kind = kind;
    a.address = *p;
    a.extent = bytes;
    const auto alone = r->alone();
    r->made_memory(a, bytes, by);
    if (r->compares_launches() && a.is_on_device() && !in_stream) fill_fresh(*p, bytes);
}

void allocated_rows(void* p, std::size_t pitch, std::size_t width, std::size_t rows, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (!r || !p) return;
    known_allocation a;
    a.address = p;
    a.extent = pitch * rows;
    a.width = width;
    a.pitch = pitch;
    const auto alone = r->alone();
    r->made_memory(a, width * rows, by);
    if (r->compares_launches()) fill_fresh(p, a.extent);
}

// Runs before the call: memory that another thread gets meanwhile may have the same address.
void freed(const void* p, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (!r || !p) return;
    const auto alone = r->alone();
    r->freed_memory(p, by);
}

void made_array(const void* handle, const cudaChannelFormatDesc* d, cudaExtent e, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (!r || !handle) return;
    known_allocation a;
    a.kind = "array";
    a.address = handle;
    const std::size_t texel = d ? static_cast<std::size_t>(d->x + d->y + d->z + d->w) / 8 : 0;
    a.array_bytes = texel * e.width * std::max<std::size_t>(e.height, 1) * std::max<std::size_t>(e.depth, 1);
    r->made_memory(a, a.array_bytes, by);
    r->made("array", reinterpret_cast<std::uintptr_t>(handle), by);
}

void freed_array(const void* handle, const call_site& by)
{
    recorder* const r = recorder::wanted();
    if (!r || !handle) return;
    const auto alone = r->alone();
    r->freed_memory(handle, by);
    r->destroyed("array", reinterpret_cast<std::uintptr_t>(handle));
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** p, std::size_t bytes)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMalloc)(p, bytes);
    return allocated("device", p, bytes, error, CUDA_RECORDER_SITE("cudaMalloc")), error;
}

cudaError_t cudaMallocManaged(void** p, std::size_t bytes, unsigned flags)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocManaged)(p, bytes, flags);
    return allocated("managed", p, bytes, error, CUDA_RECORDER_SITE("cudaMallocManaged")), error;
}

cudaError_t cudaMallocHost(void** p, std::size_t bytes)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocHost)(p, bytes);
    return allocated("host", p, bytes, error, CUDA_RECORDER_SITE("cudaMallocHost")), error;
}

cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned flags)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaHostAlloc)(p, bytes, flags);
    return allocated("host", p, bytes, error, CUDA_RECORDER_SITE("cudaHostAlloc")), error;
}

cudaError_t cudaMallocAsync(void** p, std::size_t bytes, cudaStream_t stream)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocAsync)(p, bytes, stream);
    return allocated("device", p, bytes, error, CUDA_RECORDER_SITE("cudaMallocAsync"), true), error;
}

cudaError_t cudaMallocAsync_ptsz(void** p, std::size_t bytes, cudaStream_t stream)
{
    static auto* const real = next_call<decltype(::cudaMallocAsync)>("cudaMallocAsync_ptsz");
    const cudaError_t error = real(p, bytes, stream);
    return allocated("device", p, bytes, error, CUDA_RECORDER_SITE("cudaMallocAsync"), true), error;
}

cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocFromPoolAsync)(p, bytes, pool, stream);
    return allocated("device", p, bytes, error, CUDA_RECORDER_SITE("cudaMallocFromPoolAsync"), true), error;
}

cudaError_t cudaMallocPitch(void** p, std::size_t* pitch, std::size_t width, std::size_t height)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocPitch)(p, pitch, width, height);
    if (error == cudaSuccess) allocated_rows(*p, *pitch, width, height, CUDA_RECORDER_SITE("cudaMallocPitch"));
    return error;
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* p, cudaExtent e)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMalloc3D)(p, e);
    if (error == cudaSuccess)
        allocated_rows(p->ptr, p->pitch, e.width, e.height * e.depth, CUDA_RECORDER_SITE("cudaMalloc3D"));
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t* a, const cudaChannelFormatDesc* d, std::size_t width, std::size_t height,
                            unsigned flags)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocArray)(a, d, width, height, flags);
    if (error == cudaSuccess) made_array(*a, d, {width, height, 0}, CUDA_RECORDER_SITE("cudaMallocArray"));
    return error;
}

cudaError_t cudaMalloc3DArray(cudaArray_t* a, const cudaChannelFormatDesc* d, cudaExtent e, unsigned flags)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMalloc3DArray)(a, d, e, flags);
    if (error == cudaSuccess) made_array(*a, d, e, CUDA_RECORDER_SITE("cudaMalloc3DArray"));
    return error;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* a, const cudaChannelFormatDesc* d, cudaExtent e,
                                     unsigned levels, unsigned flags)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaMallocMipmappedArray)(a, d, e, levels, flags);
    if (error == cudaSuccess) made_array(*a, d, e, CUDA_RECORDER_SITE("cudaMallocMipmappedArray"));
    return error;
}

cudaError_t cudaFree(void* p)
{
    freed(p, CUDA_RECORDER_SITE("cudaFree"));
    return CUDA_RECORDER_NEXT(cudaFree)(p);
}

cudaError_t cudaFreeHost(void* p)
{
    freed(p, CUDA_RECORDER_SITE("cudaFreeHost"));
    return CUDA_RECORDER_NEXT(cudaFreeHost)(p);
}

cudaError_t cudaFreeAsync(void* p, cudaStream_t stream)
{
    freed(p, CUDA_RECORDER_SITE("cudaFreeAsync"));
    return CUDA_RECORDER_NEXT(cudaFreeAsync)(p, stream);
}

cudaError_t cudaFreeAsync_ptsz(void* p, cudaStream_t stream)
{
    static auto* const real = next_call<decltype(::cudaFreeAsync)>("cudaFreeAsync_ptsz");
    freed(p, CUDA_RECORDER_SITE("cudaFreeAsync"));
    return real(p, stream);
}

cudaError_t cudaFreeArray(cudaArray_t a)
{
    freed_array(a, CUDA_RECORDER_SITE("cudaFreeArray"));
    return CUDA_RECORDER_NEXT(cudaFreeArray)(a);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t a)
{
    freed_array(a, CUDA_RECORDER_SITE("cudaFreeMipmappedArray"));
    return CUDA_RECORDER_NEXT(cudaFreeMipmappedArray)(a);
}

cudaError_t cudaDeviceReset()
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaDeviceReset)();
    if (recorder* const r = recorder::wanted(); r && error == cudaSuccess) r->reset();
    return error;
}

} // extern "C"
