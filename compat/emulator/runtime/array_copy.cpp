// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies to, from and between arrays.
#include "runtime/array.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <cstring>

using namespace cuda_emulator;

namespace cuda_emulator {
namespace {

// One end of a copy: rows of bytes, whatever they belong to.
struct region {
    char* data = nullptr;
    std::size_t row_bytes = 0, slice_bytes = 0;
    std::size_t room_x = 0, room_y = 0, room_z = 0; //!< bytes, rows, slices from the start to the end
    std::size_t element = 1;
};

bool array_region(const cudaArray* a, std::size_t x_bytes, std::size_t y, std::size_t z, region& r)
{
    if (!known_array(a)) return false;
    const image& p = a->pixels;
    const std::size_t height = std::max<std::size_t>(p.height, 1), depth = std::max<std::size_t>(p.depth, 1);
    if (x_bytes > p.row_bytes || y > height || z > depth) return false;
    r = {p.data + z * p.slice_bytes + y * p.row_bytes + x_bytes,
         p.row_bytes,
         p.slice_bytes,
         p.row_bytes - x_bytes,
         height - y,
         depth - z,
         p.format.bytes()};
    return true;
}

cudaError_t copy_regions(const region& to, const region& from, std::size_t width, std::size_t height, std::size_t depth)
{
    if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
    if (width > to.room_x || width > from.room_x || height > to.room_y || height > from.room_y || depth > to.room_z ||
        depth > from.room_z)
        return record(cudaErrorInvalidValue);
    for (std::size_t z = 0; z < depth; ++z)
        for (std::size_t y = 0; y < height; ++y) {
            char* const row = to.data + z * to.slice_bytes + y * to.row_bytes;
            const char* const from_row = from.data + z * from.slice_bytes + y * from.row_bytes;
            work_touches(from_row, width, false);
            work_touches(row, width, true);
            std::memmove(row, from_row, width);
            device_memory::instance().copied(row, from_row, width);
        }
    return cudaSuccess;
}

constexpr std::size_t no_limit = ~std::size_t{0} >> 1;

cudaError_t between_array_and_memory(const cudaArray* a, std::size_t x, std::size_t y, void* memory, std::size_t pitch,
                                     std::size_t width, std::size_t height, bool to_array)
{
    CUDA_EMULATOR_ENTER();
    region r;
    if (!array_region(a, x, y, 0, r) || !memory) return record(cudaErrorInvalidValue);
    if (height > 1 && pitch < width) return record(cudaErrorInvalidPitchValue);
    if (x % r.element || width % r.element) return record(cudaErrorInvalidValue);
    const region m = {static_cast<char*>(memory), pitch, 0, no_limit, no_limit, no_limit, 1};
    return to_array ? copy_regions(r, m, width, height, 1) : copy_regions(m, r, width, height, 1);
}

// cudaMemcpyToArray and its like count one stream of bytes from (x, y) on, row after row. As a GPU's runtime does, they
// copy the rest of a row, then whole rows at once, then what is left: a stream that is too long fails at the first of
// these that does not fit, and leaves those before it copied.
cudaError_t stream_of_bytes(const cudaArray* a, std::size_t x, std::size_t y, void* memory, std::size_t count,
                            cudaMemcpyKind kind, bool to_array)
{
    CUDA_EMULATOR_ENTER();
    if (count == 0 || kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaSuccess;
    if (kind == cudaMemcpyHostToHost || kind == (to_array ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return record(cudaErrorInvalidMemcpyDirection);
    if (!known_array(a)) return record(cudaErrorInvalidResourceHandle);
    if (!memory) return record(cudaErrorInvalidValue);
    const image& p = a->pixels;
    char* at = static_cast<char*>(memory);
    std::size_t start = y * p.row_bytes + x;
    const std::size_t row_rest = (p.row_bytes - start % p.row_bytes) % p.row_bytes;
    const std::size_t first = std::min(row_rest, count), last = (count - first) % p.row_bytes;
    for (const std::size_t piece : {first, count - first - last, last}) {
        if (piece == 0) continue;
        if (start + piece > p.slice_bytes) return record(cudaErrorInvalidValue);
        work_touches(at, piece, !to_array);
        work_touches(p.data + start, piece, to_array);
        std::memmove(to_array ? p.data + start : at, to_array ? at : p.data + start, piece);
        if (!to_array) device_memory::instance().wrote(at, piece);
        start += piece;
        at += piece;
    }
    return cudaSuccess;
}

cudaError_t array_to_array(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                           std::size_t from_x, std::size_t from_y, std::size_t width, std::size_t height)
{
    CUDA_EMULATOR_ENTER();
    region d, s;
    if (!array_region(to, to_x, to_y, 0, d) || !array_region(from, from_x, from_y, 0, s))
        return record(cudaErrorInvalidValue);
    return copy_regions(d, s, width, height, 1);
}

// Whether the rows lie in the allocation that they begin in. Of other memory of the host nothing is known.
bool has_room(const cudaPitchedPtr& m, const cudaPos& at, const cudaExtent& e)
{
    if (!e.width || !e.height || !e.depth) return true;
    const auto start = reinterpret_cast<std::uintptr_t>(m.ptr);
    const std::size_t last = (at.z + e.depth - 1) * m.pitch * m.ysize + (at.y + e.height - 1) * m.pitch + at.x;
    allocation a;
    bool inside = false;
    if (!device_memory::instance().find(start, a, inside) || !inside) return true;
    return a.live && start + last + e.width <= a.address + a.size;
}

// Offsets and width count elements where an array is involved, bytes elsewhere.
template <class Parameters>
cudaError_t copy_3d(const Parameters& p)
{
    CUDA_EMULATOR_ENTER();
    region from, to;
    std::size_t element = 1;
    if (p.srcArray) {
        if (p.srcPtr.ptr || !known_array(p.srcArray)) return record(cudaErrorInvalidValue);
        element = p.srcArray->pixels.format.bytes();
    }
    if (p.dstArray) {
        if (p.dstPtr.ptr || !known_array(p.dstArray)) return record(cudaErrorInvalidValue);
        const std::size_t e = p.dstArray->pixels.format.bytes();
        if (p.srcArray && e != element) return record(cudaErrorInvalidValue);
        element = e;
    }
    const std::size_t width = p.extent.width * (p.srcArray || p.dstArray ? element : 1);
    auto memory = [&](const cudaPitchedPtr& m, const cudaPos& at, region& r) {
        if (!m.ptr || !has_room(m, at, {width, p.extent.height, p.extent.depth})) return false;
        r = {static_cast<char*>(m.ptr) + at.z * m.pitch * m.ysize + at.y * m.pitch + at.x,
             m.pitch,
             m.pitch * m.ysize,
             no_limit,
             no_limit,
             no_limit,
             1};
        return true;
    };
    if (p.srcArray ? !array_region(p.srcArray, p.srcPos.x * element, p.srcPos.y, p.srcPos.z, from)
                   : !memory(p.srcPtr, p.srcPos, from))
        return record(cudaErrorInvalidValue);
    if (p.dstArray ? !array_region(p.dstArray, p.dstPos.x * element, p.dstPos.y, p.dstPos.z, to)
                   : !memory(p.dstPtr, p.dstPos, to))
        return record(cudaErrorInvalidValue);
    return copy_regions(to, from, width, p.extent.height, p.extent.depth);
}

} // namespace
} // namespace cuda_emulator

extern "C" {

cudaError_t cudaMemcpyToArray(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t count,
                              cudaMemcpyKind kind)
{
    return cudaMemcpyToArrayAsync(a, x, y, from, count, kind, nullptr);
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t count,
                                   cudaMemcpyKind kind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy,
                     [=] { return stream_of_bytes(a, x, y, const_cast<void*>(from), count, kind, true); });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t a, std::size_t x, std::size_t y, std::size_t count,
                                cudaMemcpyKind kind)
{
    return cudaMemcpyFromArrayAsync(to, a, x, y, count, kind, nullptr);
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t a, std::size_t x, std::size_t y, std::size_t count,
                                     cudaMemcpyKind kind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy, [=] { return stream_of_bytes(a, x, y, to, count, kind, false); });
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                   std::size_t from_x, std::size_t from_y, std::size_t count, cudaMemcpyKind)
{
    CUDA_EMULATOR_ENTER();
    if (!known_array(from)) return record(cudaErrorInvalidResourceHandle);
    const image& p = from->pixels;
    const std::size_t start = from_y * p.row_bytes + from_x;
    if (start + count > p.slice_bytes) return record(cudaErrorInvalidValue);
    begin_work_of_call();
    return stream_of_bytes(to, to_x, to_y, p.data + start, count, cudaMemcpyDeviceToDevice, true);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2DToArrayAsync(a, x, y, from, pitch, width, height, kind, nullptr);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy, [=] {
        return between_array_and_memory(a, x, y, const_cast<void*>(from), pitch, width, height, true);
    });
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t a, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2DFromArrayAsync(to, pitch, a, x, y, width, height, kind, nullptr);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t a, std::size_t x, std::size_t y,
                                       std::size_t width, std::size_t height, cudaMemcpyKind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy,
                     [=] { return between_array_and_memory(a, x, y, to, pitch, width, height, false); });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                     std::size_t from_x, std::size_t from_y, std::size_t width, std::size_t height,
                                     cudaMemcpyKind)
{
    begin_work_of_call();
    return array_to_array(to, to_x, to_y, from, from_x, from_y, width, height);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t s)
{
    if (!p) return record(cudaErrorInvalidValue);
    return in_stream(s, cudaGraphNodeTypeMemcpy, [copy = *p] { return copy_3d(copy); });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return cudaMemcpy3DAsync(p, nullptr); }
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t s)
{
    if (!p) return record(cudaErrorInvalidValue);
    return in_stream(s, cudaGraphNodeTypeMemcpy, [copy = *p] { return copy_3d(copy); });
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) { return cudaMemcpy3DPeerAsync(p, nullptr); }

} // extern "C"
