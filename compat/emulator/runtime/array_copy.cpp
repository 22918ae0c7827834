// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies to, from and between arrays.
#include "runtime/array.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"
#include "runtime/transfer.h"

#include <algorithm>
#include <cstring>

using namespace cuda_emulator;

namespace cuda_emulator {
namespace {

// The source or the destination of a copy: rows of bytes in memory or in an array.
struct region {
    char* data = nullptr;
    std::size_t row_bytes = 0, slice_bytes = 0;
    std::size_t room_x = 0, room_y = 0, room_z = 0; //!< bytes, rows and slices from the start to the end
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
         depth - z};
    return true;
}

bool has_room(const region& r, std::size_t width, std::size_t height, std::size_t depth)
{
    return width <= r.room_x && height <= r.room_y && depth <= r.room_z;
}

cudaError_t copy_regions(const region& to, const region& from, std::size_t width, std::size_t height, std::size_t depth)
{
    if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
    if (!has_room(to, width, height, depth) || !has_room(from, width, height, depth))
        return record(cudaErrorInvalidValue);
    unwritten_results results(to.data);
    recorded_copy recorded(to.data, from.data);
    for (std::size_t z = 0; z < depth; ++z)
        for (std::size_t y = 0; y < height; ++y) {
            char* const row = to.data + z * to.slice_bytes + y * to.row_bytes;
            const char* const from_row = from.data + z * from.slice_bytes + y * from.row_bytes;
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

constexpr std::size_t no_limit = ~std::size_t{0} >> 1;

// The memory must have passed check_side().
region memory_region(const byte_rows& r)
{
    return {static_cast<char*>(const_cast<void*>(r.first)), r.pitch, r.slice, no_limit, no_limit, no_limit};
}

// Tests the direction of a copy that writes an array, or reads one.
bool is_direction_with_array(cudaMemcpyKind kind, bool to_array)
{
    return kind == (to_array ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost) || kind == cudaMemcpyDeviceToDevice ||
           kind == cudaMemcpyDefault;
}

// As on an H200, a row may begin and end within a texel.
cudaError_t between_array_and_memory(const cudaArray* a, std::size_t x, std::size_t y, void* memory, std::size_t pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, bool to_array)
{
    CUDA_EMULATOR_ENTER();
    region r;
    if (!array_region(a, x, y, 0, r) || !memory) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = refuse_unmapped(a)) return record(e);
    if (!width) return cudaSuccess; // an H200 tests no direction then
    if (!is_direction_with_array(kind, to_array)) return record(cudaErrorInvalidMemcpyDirection);
    if (height > 1 && pitch < width) return record(cudaErrorInvalidPitchValue);
    const byte_rows rows{memory, width, height, 1, pitch, 0};
    if (!rows.empty())
        if (const cudaError_t e = check_side(rows, to_array ? copy_side::source : copy_side::destination, kind))
            return record(e);
    const region m = memory_region(rows);
    return to_array ? copy_regions(r, m, width, height, 1) : copy_regions(m, r, width, height, 1);
}

// cudaMemcpyToArray and similar calls copy a byte stream that begins at (x, y) and continues row after row. Like a
// GPU's runtime, this function copies the rest of a row, then whole rows, then the remainder. A stream that is too long
// fails at the first part that does not fit. The parts before it stay copied.
cudaError_t stream_of_bytes(const cudaArray* a, std::size_t x, std::size_t y, void* memory, std::size_t count,
                            cudaMemcpyKind kind, bool to_array)
{
    CUDA_EMULATOR_ENTER();
    if (count == 0 || kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaSuccess;
    if (!is_direction_with_array(kind, to_array)) return record(cudaErrorInvalidMemcpyDirection);
    if (!known_array(a)) return record(cudaErrorInvalidResourceHandle);
    if (const cudaError_t e = refuse_unmapped(a)) return record(e);
    byte_rows bytes;
    bytes.first = memory;
    bytes.width = count;
    if (const cudaError_t e = check_side(bytes, to_array ? copy_side::source : copy_side::destination, kind))
        return record(e);
    const image& p = a->pixels;
    char* at = static_cast<char*>(memory);
    if (x > p.row_bytes || y > std::max<std::size_t>(p.height, 1)) return record(cudaErrorInvalidValue);
    std::size_t start = y * p.row_bytes + x;
    const std::size_t row_rest = (p.row_bytes - start % p.row_bytes) % p.row_bytes;
    const std::size_t first = std::min(row_rest, count), last = (count - first) % p.row_bytes;
    recorded_copy recorded(to_array ? p.data + start : at, to_array ? at : p.data + start);
    for (const std::size_t piece : {first, count - first - last, last}) {
        if (piece == 0) continue;
        if (start > p.slice_bytes || piece > p.slice_bytes - start) return record(cudaErrorInvalidValue);
        work_touches(at, piece, !to_array);
        work_touches(p.data + start, piece, to_array);
        std::memmove(to_array ? p.data + start : at, to_array ? at : p.data + start, piece);
        if (!to_array) device_memory::instance().wrote(at, piece);
        recorded.row(to_array ? p.data + start : at, piece);
        start += piece;
        at += piece;
    }
    return cudaSuccess;
}

cudaError_t array_to_array(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                           std::size_t from_x, std::size_t from_y, std::size_t width, std::size_t height,
                           cudaMemcpyKind kind)
{
    CUDA_EMULATOR_ENTER();
    region d, s;
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) return record(cudaErrorInvalidMemcpyDirection);
    if (!array_region(to, to_x, to_y, 0, d) || !array_region(from, from_x, from_y, 0, s))
        return record(cudaErrorInvalidValue);
    for (const cudaArray* a : {static_cast<const cudaArray*>(to), from})
        if (const cudaError_t e = refuse_unmapped(a)) return record(e);
    return copy_regions(d, s, width, height, 1);
}

// Copies between devices have no direction.
cudaMemcpyKind kind_of(const cudaMemcpy3DParms& p) { return p.kind; }
cudaMemcpyKind kind_of(const cudaMemcpy3DPeerParms&) { return cudaMemcpyDefault; }

// Converts a side in memory to rows. The order of the checks is that of an H100 with driver 580. Where no array takes
// part, an H200 also wants the offset within the pitched memory.
cudaError_t memory_side(const cudaPitchedPtr& m, const cudaPos& at, const cudaExtent& e, bool has_array, byte_rows& r)
{
    if (!m.ptr) return cudaErrorInvalidValue;
    if (!has_array && e.depth > 1) {
        if (m.pitch < e.width || m.ysize < e.height) return cudaErrorInvalidPitchValue;
        if (m.pitch - e.width < at.x || m.ysize - e.height < at.y) return cudaErrorInvalidValue;
    }
    if ((e.height > 1 || e.depth > 1) && m.pitch < e.width) return cudaErrorInvalidPitchValue;
    if (!rows_of(m, at, e, r) || (e.depth > 1 && m.ysize < e.height)) return cudaErrorInvalidValue;
    return cudaSuccess;
}

bool is_empty(const cudaExtent& e) { return !e.width || !e.height || !e.depth; }

// A copy that passed its checks.
struct copy_box {
    region to, from;
    std::size_t width = 0; //!< bytes
};

// For the runtime, offsets and width count elements if an array takes part, and bytes otherwise. An H200 counts so for
// both sides: an offset in memory is in elements, too. For the driver they are bytes.
enum class copy_unit { element, byte };

// With `later`, a graph that runs later may allocate memory that does not exist now.
template <class Parameters>
cudaError_t check_3d(const Parameters& p, copy_unit unit, copy_box& box, bool later)
{
    std::size_t element = 1;
    if (p.srcArray) {
        if (p.srcPtr.ptr || !known_array(p.srcArray)) return cudaErrorInvalidValue;
        if (const cudaError_t e = refuse_unmapped(p.srcArray)) return e;
        if (unit == copy_unit::element) element = p.srcArray->pixels.format.bytes();
    }
    if (p.dstArray) {
        if (p.dstPtr.ptr || !known_array(p.dstArray)) return cudaErrorInvalidValue;
        if (const cudaError_t e = refuse_unmapped(p.dstArray)) return e;
        const std::size_t e = unit == copy_unit::element ? p.dstArray->pixels.format.bytes() : 1;
        if (p.srcArray && e != element) return cudaErrorInvalidValue;
        element = e;
    }
    if (__builtin_mul_overflow(p.extent.width, element, &box.width)) return cudaErrorInvalidValue;
    const cudaExtent extent = {box.width, p.extent.height, p.extent.depth};
    const cudaMemcpyKind kind = kind_of(p);
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    const auto side = [&](const cudaArray* array, const cudaPitchedPtr& memory, const cudaPos& at, copy_side which,
                          region& r) {
        cudaPos in_bytes = at;
        if (__builtin_mul_overflow(at.x, element, &in_bytes.x)) return cudaErrorInvalidValue;
        if (array) return array_region(array, in_bytes.x, at.y, at.z, r) ? cudaSuccess : cudaErrorInvalidValue;
        byte_rows rows;
        if (const cudaError_t e = memory_side(memory, in_bytes, extent, p.srcArray || p.dstArray, rows)) return e;
        r = memory_region(rows);
        return rows.empty() || (later && may_exist_later(rows.first)) ? cudaSuccess : check_side(rows, which, kind);
    };
    if (const cudaError_t e = side(p.srcArray, p.srcPtr, p.srcPos, copy_side::source, box.from)) return e;
    return side(p.dstArray, p.dstPtr, p.dstPos, copy_side::destination, box.to);
}

template <class Parameters>
cudaError_t copy_3d(const Parameters& p, copy_unit unit)
{
    CUDA_EMULATOR_ENTER();
    copy_box box;
    if (const cudaError_t e = check_3d(p, unit, box, false)) return record(e);
    return copy_regions(box.to, box.from, box.width, p.extent.height, p.extent.depth);
}

} // namespace

cudaError_t check_node_copy(const cudaMemcpy3DParms& p)
{
    copy_box box;
    if (is_empty(p.extent)) return cudaErrorInvalidValue;
    if (const cudaError_t e = check_3d(p, copy_unit::element, box, true)) return e;
    const auto fits = [&](const region& r) { return has_room(r, box.width, p.extent.height, p.extent.depth); };
    return fits(box.to) && fits(box.from) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t copy_bytes_3d(const cudaMemcpy3DParms& p, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy, [p] { return copy_3d(p, copy_unit::byte); });
}

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
    if (from_x > p.row_bytes || from_y > std::max<std::size_t>(p.height, 1)) return record(cudaErrorInvalidValue);
    const std::size_t start = from_y * p.row_bytes + from_x;
    if (start > p.slice_bytes || count > p.slice_bytes - start) return record(cudaErrorInvalidValue);
    return in_stream(nullptr, cudaGraphNodeTypeMemcpy, [=] {
        return stream_of_bytes(to, to_x, to_y, from->pixels.data + start, count, cudaMemcpyDeviceToDevice, true);
    });
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2DToArrayAsync(a, x, y, from, pitch, width, height, kind, nullptr);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t a, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy, [=] {
        return between_array_and_memory(a, x, y, const_cast<void*>(from), pitch, width, height, kind, true);
    });
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t a, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2DFromArrayAsync(to, pitch, a, x, y, width, height, kind, nullptr);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t a, std::size_t x, std::size_t y,
                                       std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t s)
{
    return in_stream(s, cudaGraphNodeTypeMemcpy,
                     [=] { return between_array_and_memory(a, x, y, to, pitch, width, height, kind, false); });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                     std::size_t from_x, std::size_t from_y, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind)
{
    return in_stream(nullptr, cudaGraphNodeTypeMemcpy,
                     [=] { return array_to_array(to, to_x, to_y, from, from_x, from_y, width, height, kind); });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t s)
{
    if (!p) return record(cudaErrorInvalidValue);
    return in_stream(
        s, cudaGraphNodeTypeMemcpy, [copy = *p] { return copy_3d(copy, copy_unit::element); },
        [copy = *p] { return is_empty(copy.extent) ? cudaSuccess : check_node_copy(copy); }, *p);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return cudaMemcpy3DAsync(p, nullptr); }
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t s)
{
    if (!p) return record(cudaErrorInvalidValue);
    return in_stream(s, cudaGraphNodeTypeMemcpy, [copy = *p] { return copy_3d(copy, copy_unit::element); });
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) { return cudaMemcpy3DPeerAsync(p, nullptr); }

} // extern "C"
