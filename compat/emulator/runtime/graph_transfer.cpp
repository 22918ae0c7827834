// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that copy or fill memory, and the changes of them that a GPU allows.
#include "memory/device_memory.h"
#include "runtime/fill.h"
#include "runtime/graph_node.h"
#include "runtime/transfer.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Memory between which an instantiated copy cannot change. Managed memory may replace any other.
enum class memory_place { any, host, device, array };

memory_place place_of(const void* p)
{
    allocation a;
    bool inside = false;
    // Memory that was freed or unmapped since the node was made may have been of any kind.
    if (!device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) || !inside)
        return device_memory::instance().is_reserved(p) ? memory_place::any : memory_place::host;
    if (a.kind == allocation_kind::managed) return memory_place::any;
    return a.kind == allocation_kind::host ? memory_place::host : memory_place::device;
}
memory_place place_of(cudaArray_const_t a, const cudaPitchedPtr& p)
{
    return a ? memory_place::array : place_of(p.ptr);
}

bool is_same(memory_place a, memory_place b) { return a == b || a == memory_place::any || b == memory_place::any; }
bool is_same_memory(const cudaMemcpy3DParms& a, const cudaMemcpy3DParms& b)
{
    return is_same(place_of(a.srcArray, a.srcPtr), place_of(b.srcArray, b.srcPtr)) &&
           is_same(place_of(a.dstArray, a.dstPtr), place_of(b.dstArray, b.dstPtr));
}

bool is_line(const cudaMemcpy3DParms& p)
{
    return !p.srcArray && !p.dstArray && p.extent.height == 1 && p.extent.depth == 1;
}

bool is_same(const cudaPitchedPtr& a, const cudaPitchedPtr& b)
{
    return a.ptr == b.ptr && a.pitch == b.pitch && a.xsize == b.xsize && a.ysize == b.ysize;
}
bool is_same(const cudaPos& a, const cudaPos& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool is_same_copy(const cudaMemcpy3DParms& a, const cudaMemcpy3DParms& b)
{
    return a.srcArray == b.srcArray && a.dstArray == b.dstArray && is_same(a.srcPos, b.srcPos) &&
           is_same(a.dstPos, b.dstPos) && is_same(a.srcPtr, b.srcPtr) && is_same(a.dstPtr, b.dstPtr) &&
           a.extent.width == b.extent.width && a.extent.height == b.extent.height && a.extent.depth == b.extent.depth &&
           a.kind == b.kind;
}
// A copy without a direction has unified addresses for the driver. On an H200 these do not replace other ones.
bool is_same_direction(cudaMemcpyKind a, cudaMemcpyKind b)
{
    return (a == cudaMemcpyDefault) == (b == cudaMemcpyDefault);
}
// Only lines may change, and only to other lines.
bool can_become(const cudaMemcpy3DParms& a, const cudaMemcpy3DParms& b)
{
    if (!is_line(a) || !is_line(b)) return is_same_copy(a, b);
    return is_same_direction(a.kind, b.kind) && is_same_memory(a, b);
}

// Only the address and the value of rows may change. A line may become another line.
bool is_same_shape(const cudaMemsetParams& a, const cudaMemsetParams& b)
{
    if (a.height != b.height) return false;
    return a.height == 1 || (a.width == b.width && a.pitch == b.pitch && a.elementSize == b.elementSize);
}

// The address of a part of a symbol. The runtime resolves symbols when the node is added.
cudaError_t find_part(const void* symbol, std::size_t bytes, std::size_t offset, bool direction, char*& at)
{
    void* first = nullptr;
    std::size_t size = 0;
    if (const cudaError_t e = cudaGetSymbolAddress(&first, symbol)) return e;
    if (const cudaError_t e = cudaGetSymbolSize(&size, symbol)) return e;
    if (!direction) return cudaErrorInvalidMemcpyDirection;
    if (offset > size || bytes > size - offset) return cudaErrorInvalidValue;
    at = static_cast<char*>(first) + offset;
    return cudaSuccess;
}

} // namespace

cudaMemcpy3DParms as_3d(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
    p.dstPtr = {to, bytes, bytes, 1};
    p.extent = {bytes, 1, 1};
    p.kind = kind;
    return p;
}

cudaError_t content_of(const cudaMemcpy3DParms& p, node_content& c)
{
    if (const cudaError_t e = check_node_copy(p)) return e;
    c.type = cudaGraphNodeTypeMemcpy;
    c.parameters = p;
    c.work = [p] { return cudaMemcpy3D(&p); };
    return cudaSuccess;
}

cudaError_t content_of_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, node_content& c)
{
    const cudaMemcpy3DParms p = as_3d(to, from, bytes, kind);
    if (const cudaError_t e = check_node_copy(p)) return e;
    c.type = cudaGraphNodeTypeMemcpy;
    c.parameters = p;
    c.work = [=] { return cudaMemcpy(to, from, bytes, kind); };
    return cudaSuccess;
}

cudaError_t content_of_copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, node_content& c)
{
    char* at = nullptr;
    const bool fits = kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToHost;
    if (const cudaError_t e = find_part(symbol, bytes, offset, fits, at)) return e;
    return content_of_copy(at, from, bytes, kind, c);
}

cudaError_t content_of_copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind kind, node_content& c)
{
    char* at = nullptr;
    const bool fits = kind != cudaMemcpyHostToDevice && kind != cudaMemcpyHostToHost;
    if (const cudaError_t e = find_part(symbol, bytes, offset, fits, at)) return e;
    return content_of_copy(to, at, bytes, kind, c);
}

cudaError_t content_of(const cudaMemsetParams& p, node_content& c)
{
    if (!p.dst || !p.width || !p.height) return cudaErrorInvalidValue;
    if (const cudaError_t e = check_fill(p)) return e;
    c.type = cudaGraphNodeTypeMemset;
    c.parameters = p;
    c.work = [p] { return fill(p); };
    return cudaSuccess;
}

cudaError_t refuse_change(const node_content& before, const node_content& now)
{
    if (before.type != now.type) return cudaErrorInvalidValue;
    return is_updatable(before, now) ? cudaSuccess : cudaErrorInvalidValue;
}

bool is_updatable(const node_content& before, const node_content& now)
{
    if (const auto* a = std::get_if<cudaMemcpy3DParms>(&before.parameters)) {
        const auto* b = std::get_if<cudaMemcpy3DParms>(&now.parameters);
        return !b || can_become(*a, *b);
    }
    if (const auto* a = std::get_if<cudaMemsetParams>(&before.parameters)) {
        const auto* b = std::get_if<cudaMemsetParams>(&now.parameters);
        return !b || is_same_shape(*a, *b);
    }
    return true;
}

} // namespace cuda_emulator
