// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMalloc, cudaMemcpy, cudaMemset and related calls on linear memory.
#include "memory/device_memory.h"
#include "memory/page.h"
#include "runtime/capture.h"
#include "runtime/graph_node.h"
#include "runtime/leaks.h"
#include "runtime/memory_pool.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"
#include "runtime/transfer.h"

#include <cstdint>
#include <cstring>

using namespace cuda_emulator;

namespace {

cudaError_t allocate(void** out, std::size_t size, allocation_kind kind, unsigned flags = 0)
{
    if (!out) return record(cudaErrorInvalidValue); // even after a fault, as on an H200
    CUDA_EMULATOR_ENTER();
    CUDA_EMULATOR_UNSAFE_IN_CAPTURE();
    context::instance().activate();
    *out = nullptr;
    if (size == 0) return cudaSuccess;
    host_waits_for_all();
    const auto held = held_record();
    *out = device_memory::instance().allocate(size, kind, flags);
    if (*out && kind == allocation_kind::device) device_memory::instance().track(*out);
    if (*out) note_made(resource::memory, handle_of(*out), size);
    return record(*out ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t release(void* p, bool host)
{
    CUDA_EMULATOR_ENTER();
    CUDA_EMULATOR_UNSAFE_IN_CAPTURE();
    context::instance().activate();
    if (!p) return cudaSuccess;
    if (!runs_graph()) wait_for_queue(); // a graph frees its own memory, in its turn
    host_waits_for_all();
    forget_bytes(p);
    settle_pool(p);
    settle_graph_memory(p);
    const auto held = held_record();
    if (!device_memory::instance().free(p, host)) {
        tell_bad_free(host ? "cudaFreeHost" : "cudaFree", p);
        return record(cudaErrorInvalidValue);
    }
    note_freed(resource::memory, handle_of(p));
    return cudaSuccess;
}

bool find_live_at(const void* p, allocation& a)
{
    bool inside = false;
    return device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) && inside && a.live;
}

byte_rows line(const void* p, std::size_t size)
{
    byte_rows r;
    r.first = p;
    r.width = size;
    return r;
}
byte_rows rows(const void* p, std::size_t pitch, std::size_t width, std::size_t height)
{
    byte_rows r = line(p, width);
    r.height = height;
    r.pitch = pitch;
    return r;
}

cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind)
{
    CUDA_EMULATOR_ENTER();
    context::instance().activate();
    if (size == 0) return cudaSuccess;
    if (const cudaError_t e = check_copy(line(to, size), line(from, size), kind)) return record(e);
    unwritten_results results(to);
    results.look_at(from, size);
    results.tell();
    work_touches(from, size, false);
    work_touches(to, size, true);
    recorded_copy recorded(to, from);
    std::memmove(to, from, size);
    device_memory::instance().copied(to, from, size);
    recorded.row(to, size);
    return cudaSuccess;
}

cudaError_t check_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                     std::size_t height, cudaMemcpyKind kind)
{
    if (width == 0 || height == 0) return cudaSuccess;
    if (!to || !from) return cudaErrorInvalidValue;
    // One row needs no pitch. Then an H200 gives the other error, except for pageable memory (seen on an H100).
    const bool one_row = height == 1 && !is_pageable(to) && !is_pageable(from);
    if (to_pitch < width || from_pitch < width)
        return width > PTRDIFF_MAX || one_row ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue;
    return check_copy(rows(to, to_pitch, width, height), rows(from, from_pitch, width, height), kind);
}

cudaError_t copy_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                    std::size_t height, cudaMemcpyKind kind)
{
    CUDA_EMULATOR_ENTER();
    if (width == 0 || height == 0) return cudaSuccess;
    if (const cudaError_t e = check_2d(to, to_pitch, from, from_pitch, width, height, kind)) return record(e);
    unwritten_results results(to);
    recorded_copy recorded(to, from);
    for (std::size_t y = 0; y < height; ++y) {
        char* const row = static_cast<char*>(to) + y * to_pitch;
        const char* const from_row = static_cast<const char*>(from) + y * from_pitch;
        results.look_at(from_row, width);
        work_touches(from_row, width, false);
        work_touches(row, width, true);
        std::memmove(row, from_row, width);
        device_memory::instance().copied(row, from_row, width);
        recorded.row(row, width);
    }
    results.tell();
    return cudaSuccess;
}

// A copy for which the host does not wait, unless one side is pageable memory.
template <class Work, class Check>
cudaError_t copy_in_stream(cudaStream_t s, const cudaMemcpy3DParms& p, Work work, Check check)
{
    const void *const to = p.dstPtr.ptr, *const from = p.srcPtr.ptr;
    cudaError_t error = cudaSuccess;
    const auto refuse = [&] { return may_exist_later(to) || may_exist_later(from) ? cudaSuccess : check(); };
    switch (is_pageable(from) || is_pageable(to) ? submit(s, error) : submit_or_queue(s, error)) {
    case submission::run:
        return work();
    case submission::queue:
        if (const cudaError_t e = refuse()) return record(e);
        queue_in(s, std::move(work));
        return cudaSuccess;
    case submission::note:
        if (!p.extent.width || !p.extent.height) return cudaSuccess; // no node, as on an H200
        if (const cudaError_t e = refuse()) return record(e);        // on an H200 the capture goes on
        note(s, cudaGraphNodeTypeMemcpy, std::move(work))->parameters = p;
        return cudaSuccess;
    default:
        return record(error);
    }
}

cudaError_t set(const byte_rows& r, int value)
{
    CUDA_EMULATOR_ENTER();
    return record(set_rows(r, static_cast<unsigned>(value), 1));
}
cudaError_t set_in_stream(cudaStream_t s, const byte_rows& r, int value)
{
    if (r.empty()) return nothing_in_stream(s);
    cudaMemsetParams m = {};
    m.dst = const_cast<void*>(r.first);
    m.pitch = r.pitch;
    m.value = static_cast<unsigned>(value);
    m.elementSize = 1;
    m.width = r.width;
    m.height = r.height;
    return in_stream(
        s, cudaGraphNodeTypeMemset, [=] { return set(r, value); },
        [=] { return may_exist_later(r.first) ? cudaSuccess : check_set(r, 1); }, [=] { return check_rows(r, 1); },
        r.depth == 1 ? node_parameters(m) : node_parameters());
}

// Returns 0 if the pitch would overflow.
std::size_t pitch_of(std::size_t width) { return width > ~std::size_t{0} - 511 ? 0 : (width + 511) / 512 * 512; }

// The bytes of rows. An overflow is an error: that of an H100 (driver 580), which multiplies modulo 2^64 and refuses
// zero bytes. A GPU allocates what is left of other products; here they are out of memory.
cudaError_t bytes_of_rows(std::size_t width, std::size_t height, std::size_t depth, std::size_t& bytes)
{
    const std::size_t pitch = pitch_of(width);
    std::size_t rows = 0;
    bool fits = !__builtin_mul_overflow(height, depth, &rows);
    fits &= !__builtin_mul_overflow(pitch, rows, &bytes);
    if (width && height && depth && bytes == 0) return cudaErrorInvalidValue;
    return fits ? cudaSuccess : cudaErrorMemoryAllocation;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** p, std::size_t size) { return allocate(p, size, allocation_kind::device); }
cudaError_t cudaMallocManaged(void** p, std::size_t size, unsigned flags)
{
    if (size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return record(cudaErrorInvalidValue);
    return allocate(p, size, allocation_kind::managed, flags);
}
cudaError_t cudaMallocHost(void** p, std::size_t size) { return allocate(p, size, allocation_kind::host); }
cudaError_t cudaHostAlloc(void** p, std::size_t size, unsigned flags)
{
    constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (flags & ~known) return checked(cudaErrorInvalidValue);
    return allocate(p, size, allocation_kind::host, flags);
}
cudaError_t cudaFree(void* p) { return release(p, false); }
cudaError_t cudaFreeHost(void* p) { return release(p, true); }

cudaError_t cudaMallocPitch(void** p, std::size_t* pitch, std::size_t width, std::size_t height)
{
    if (!pitch) return record(cudaErrorInvalidValue);
    *pitch = pitch_of(width);
    std::size_t size = 0;
    if (const cudaError_t e = bytes_of_rows(width, height, 1, size)) return record(e);
    const cudaError_t e = allocate(p, size, allocation_kind::device);
    if (e == cudaSuccess && *p) device_memory::instance().set_rows(*p, width, *pitch);
    return e;
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* p, cudaExtent e)
{
    if (!p) return record(cudaErrorInvalidValue);
    p->pitch = pitch_of(e.width);
    p->xsize = e.width;
    p->ysize = e.height;
    std::size_t size = 0;
    if (const cudaError_t error = bytes_of_rows(e.width, e.height, e.depth, size)) return record(error);
    const cudaError_t error = allocate(&p->ptr, size, allocation_kind::device);
    if (error == cudaSuccess && p->ptr) device_memory::instance().set_rows(p->ptr, e.width, p->pitch);
    return error;
}

cudaError_t cudaHostRegister(void* p, std::size_t size, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    constexpr unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!p || !size || (flags & ~known) || !fits_address_space(p, size)) return record(cudaErrorInvalidValue);
    context::instance().activate();
    const bool read_only = flags & cudaHostRegisterReadOnly;
    if (device_memory::instance().is_reserved(p) || !can_access_pages(p, size, !read_only))
        return record(cudaErrorInvalidValue);
    return record(device_memory::instance().register_host(p, size, flags, read_only)
                      ? cudaSuccess
                      : cudaErrorHostMemoryAlreadyRegistered);
}
cudaError_t cudaHostUnregister(void* p)
{
    CUDA_EMULATOR_ENTER();
    wait_for_queue();
    host_waits_for_all();
    forget_bytes(p);
    allocation a;
    // An H200 knows other memory of CUDA, and addresses inside of registered memory.
    const bool is_start = !find_live_at(p, a) || (a.registered && a.address == reinterpret_cast<std::uintptr_t>(p));
    if (!p || !is_start || device_memory::instance().is_reserved(p)) return record(cudaErrorInvalidValue);
    return record(device_memory::instance().unregister_host(p) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetDevicePointer(void** out, void* host, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    allocation a;
    if (!out || flags || !find_live_at(host, a)) return record(cudaErrorInvalidValue);
    if (a.kind != allocation_kind::host && a.kind != allocation_kind::managed) return record(cudaErrorInvalidValue);
    *out = host; // host and device share one address space
    return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host)
{
    CUDA_EMULATOR_ENTER();
    allocation a;
    if (!flags || !find_live_at(host, a) || a.kind != allocation_kind::host) return record(cudaErrorInvalidValue);
    *flags = a.flags | cudaHostAllocMapped; // with one address space, all of it is mapped
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind)
{
    const context& c = context::instance();
    if (size == 0 && c.sticky != cudaSuccess && !c.forked) return cudaSuccess; // as on an H200
    return in_stream(nullptr, cudaGraphNodeTypeMemcpy, [=] {
        const cudaError_t e = copy(to, from, size, kind);
        if (kind != cudaMemcpyDeviceToDevice) host_waits_for_work();
        return e;
    });
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind, cudaStream_t s)
{
    return copy_in_stream(
        s, as_3d(to, from, size, kind), [=] { return copy(to, from, size, kind); },
        [=] { return size ? check_copy(line(to, size), line(from, size), kind) : cudaSuccess; });
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t size)
{
    if (to_device != 0 || from_device != 0) return checked(cudaErrorInvalidDevice);
    return cudaMemcpy(to, from, size, cudaMemcpyDefault);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t size,
                                cudaStream_t s)
{
    if (to_device != 0 || from_device != 0) return checked(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(to, from, size, cudaMemcpyDefault, s);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind)
{
    return in_stream(nullptr, cudaGraphNodeTypeMemcpy,
                     [=] { return copy_2d(to, to_pitch, from, from_pitch, width, height, kind); });
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t s)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = {const_cast<void*>(from), from_pitch, width, height};
    p.dstPtr = {to, to_pitch, width, height};
    p.extent = {width, height, 1};
    p.kind = kind;
    return copy_in_stream(
        s, p, [=] { return copy_2d(to, to_pitch, from, from_pitch, width, height, kind); },
        [=] { return check_2d(to, to_pitch, from, from_pitch, width, height, kind); });
}
cudaError_t cudaMemsetAsync(void* p, int value, std::size_t size, cudaStream_t s)
{
    return set_in_stream(s, line(p, size), value);
}
cudaError_t cudaMemset2DAsync(void* p, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t s)
{
    return set_in_stream(s, rows(p, pitch, width, height), value);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t s)
{
    byte_rows r;
    const bool is_empty = !e.width || !e.height || !e.depth;
    if (!rows_of(p, {}, e, r) || (!is_empty && p.ysize < e.height)) return checked(cudaErrorInvalidValue);
    return set_in_stream(s, r, value);
}
cudaError_t cudaMemset(void* p, int value, std::size_t size) { return cudaMemsetAsync(p, value, size, nullptr); }
cudaError_t cudaMemset2D(void* p, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
    return cudaMemset2DAsync(p, pitch, value, width, height, nullptr);
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) { return cudaMemset3DAsync(p, value, e, nullptr); }

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out, const void* p)
{
    CUDA_EMULATOR_ENTER_AFTER_FAULT();
    if (!out) return record(cudaErrorInvalidValue);
    *out = {};
    allocation a;
    if (!find_live_at(p, a)) {
        out->type = cudaMemoryTypeUnregistered;
        out->device = -2;
        out->hostPointer = const_cast<void*>(p);
        return cudaSuccess;
    }
    auto* address = const_cast<void*>(p);
    out->devicePointer = address;
    switch (a.kind) {
    case allocation_kind::host:
        out->type = cudaMemoryTypeHost;
        out->hostPointer = address;
        break;
    case allocation_kind::managed:
        out->type = cudaMemoryTypeManaged;
        out->hostPointer = address;
        break;
    default:
        out->type = cudaMemoryTypeDevice;
        break;
    }
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total)
{
    CUDA_EMULATOR_ENTER();
    context::instance().activate();
    auto& m = device_memory::instance();
    if (total) *total = m.total();
    if (available) *available = m.total() - m.used();
    return cudaSuccess;
}

} // extern "C"
