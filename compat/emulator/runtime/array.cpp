// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/array.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/leaks.h"

#include <algorithm>
#include <cstring>
#include <set>

using namespace cuda_emulator;

namespace cuda_emulator {

namespace {
std::mutex arrays_mutex;
std::set<const cudaArray*> arrays;
std::set<const cudaMipmappedArray*> mipmapped_arrays;
} // namespace

bool known_array(const cudaArray* a)
{
    std::lock_guard lock(arrays_mutex);
    return a && arrays.count(a);
}
bool known_mipmapped_array(const cudaMipmappedArray* a)
{
    std::lock_guard lock(arrays_mutex);
    return a && mipmapped_arrays.count(a);
}

bool format_of(const cudaChannelFormatDesc& d, texel_format& f)
{
    const int bits[4] = {d.x, d.y, d.z, d.w};
    int n = 0;
    while (n < 4 && bits[n] != 0)
        ++n;
    for (int k = n; k < 4; ++k)
        if (bits[k] != 0) return false;
    for (int k = 1; k < n; ++k)
        if (bits[k] != bits[0]) return false;
    if (n != 1 && n != 2 && n != 4) return false;
    if (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) return false;
    switch (d.f) {
    case cudaChannelFormatKindSigned:
        f.kind = channel_kind::signed_integer;
        break;
    case cudaChannelFormatKindUnsigned:
        f.kind = channel_kind::unsigned_integer;
        break;
    case cudaChannelFormatKindFloat:
        if (bits[0] == 8) return false;
        f.kind = channel_kind::floating;
        break;
    default:
        return false;
    }
    f.channels = static_cast<std::uint8_t>(n);
    f.channel_bytes = static_cast<std::uint8_t>(bits[0] / 8);
    return true;
}

cudaError_t refuse_unmapped(const cudaArray* a)
{
    const bool is_unmapped = a && (a->flags & (cudaArraySparse | cudaArrayDeferredMapping));
    return is_unmapped ? unsupported("a use of a sparse or deferred array") : cudaSuccess;
}

cudaError_t refuse_format(const cudaChannelFormatDesc& d)
{
    if (d.f > cudaChannelFormatKindNone && d.f <= cudaChannelFormatKindUnsignedNormalized1010102)
        return unsupported("a planar, normalised or compressed channel format");
    return cudaErrorInvalidChannelDescriptor;
}

namespace {

// Tests the extent against the limits that the device reports.
bool is_too_large(cudaExtent e, unsigned flags, bool has_levels)
{
    const bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
    const bool surface = flags & cudaArraySurfaceLoadStore;
    if (e.depth != 0 && !layered && !cube) { // a volume may be deeper if it is narrower, except for a surface
        const bool is_deep = !surface && e.width <= 8192 && e.height <= 8192 && e.depth <= 32768;
        return !is_deep && (e.width > 16384 || e.height > 16384 || e.depth > 16384);
    }
    const bool is_small = layered || cube || (flags & cudaArrayTextureGather) || has_levels;
    const std::size_t widest = is_small || (surface && e.height == 0) ? 32768 : 131072;
    const std::size_t highest = is_small ? 32768 : 65536;
    return e.width > widest || e.height > highest || (layered && e.depth > 2048);
}

// Returns the errors of an H200.
cudaError_t check_array(const cudaChannelFormatDesc* d, cudaExtent e, unsigned flags, bool has_levels, texel_format& f)
{
    // CUDA_ARRAY3D_VIDEO_ENCODE_DECODE has no name in the runtime, and the last flag has no name at all. An H200
    // accepts both. They change nothing here.
    constexpr unsigned for_videos = 0x100, without_name = 0x80000000;
    constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                               cudaArrayTextureGather | cudaArraySparse | cudaArrayDeferredMapping | for_videos |
                               without_name;
    if (!d || (flags & ~known)) return cudaErrorInvalidValue;
    if (!format_of(*d, f)) return refuse_format(*d);
    const bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
    if (e.width == 0) return cudaErrorInvalidValue;
    if (layered ? e.depth == 0 : e.depth != 0 && e.height == 0) return cudaErrorInvalidValue;
    if (cube && (e.width != e.height || (layered ? e.depth % 6 : e.depth - 6) != 0)) return cudaErrorInvalidValue;
    if ((flags & cudaArrayTextureGather) && (e.height == 0 || e.depth != 0)) return cudaErrorInvalidValue;
    return is_too_large(e, flags, has_levels) ? cudaErrorInvalidValue : cudaSuccess;
}

std::unique_ptr<cudaArray> new_array(const cudaChannelFormatDesc& d, const texel_format& f, cudaExtent e,
                                     unsigned flags)
{
    auto a = std::make_unique<cudaArray>();
    a->description = d;
    a->extent = e;
    a->flags = flags;
    a->pixels.format = f;
    a->pixels.width = e.width;
    a->pixels.height = e.height;
    a->pixels.depth = e.depth;
    a->pixels.layered = flags & cudaArrayLayered;
    a->pixels.cubemap = flags & cudaArrayCubemap;
    a->pixels.row_bytes = e.width * f.bytes();
    a->pixels.slice_bytes = a->pixels.row_bytes * std::max<std::size_t>(e.height, 1);
    const std::size_t size = a->pixels.slice_bytes * std::max<std::size_t>(e.depth, 1);
    a->pixels.data = static_cast<char*>(device_memory::instance().allocate(size, allocation_kind::array));
    return a->pixels.data ? std::move(a) : nullptr;
}

cudaError_t make_array(cudaArray_t* out, const cudaChannelFormatDesc* d, cudaExtent e, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    CUDA_EMULATOR_UNSAFE_IN_CAPTURE();
    context::instance().activate();
    texel_format f;
    if (const cudaError_t error = check_array(d, e, flags, false, f)) return record(error);
    auto a = new_array(*d, f, e, flags);
    if (!a) return record(cudaErrorMemoryAllocation);
    std::lock_guard lock(arrays_mutex);
    arrays.insert(a.get());
    note_made(resource::array, handle_of(a.get()), a->pixels.slice_bytes * std::max<std::size_t>(e.depth, 1));
    *out = a.release();
    return cudaSuccess;
}

void free_pixels(const cudaArray& a) { device_memory::instance().free(a.pixels.data, false); }

// Each level has half the extent of the previous level, but at least 1. The numbers of layers and faces stay.
cudaError_t make_mipmapped_array(cudaMipmappedArray_t* out, const cudaChannelFormatDesc* d, cudaExtent e,
                                 unsigned levels, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    CUDA_EMULATOR_UNSAFE_IN_CAPTURE();
    context::instance().activate();
    texel_format f;
    if (const cudaError_t error = check_array(d, e, flags, true, f)) return record(error);
    const bool volume = !(flags & (cudaArrayLayered | cudaArrayCubemap));
    const std::size_t longest = std::max({e.width, e.height, volume ? e.depth : 0});
    unsigned most = 1;
    while (longest >> most)
        ++most;
    auto m = std::make_unique<cudaMipmappedArray>();
    for (unsigned l = 0; l < std::clamp(levels, 1u, most); ++l) {
        auto half = [&](std::size_t n) { return n ? std::max<std::size_t>(n >> l, 1) : 0; };
        auto a = new_array(*d, f, {half(e.width), half(e.height), volume ? half(e.depth) : e.depth}, flags);
        if (!a) {
            for (const auto& before : m->levels)
                free_pixels(*before);
            return record(cudaErrorMemoryAllocation);
        }
        a->is_level = true;
        m->levels.push_back(std::move(a));
    }
    std::lock_guard lock(arrays_mutex);
    for (const auto& level : m->levels)
        arrays.insert(level.get());
    mipmapped_arrays.insert(m.get());
    note_made(resource::array, handle_of(m.get()));
    *out = m.release();
    return cudaSuccess;
}

cudaError_t without_planes(const void* out, bool is_known)
{
    CUDA_EMULATOR_ENTER();
    return record(out && !is_known ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
}
// The same for what only an array has whose memory is mapped later.
cudaError_t without_mapping(const void* out, const cudaArray* a)
{
    CUDA_EMULATOR_ENTER();
    if (const cudaError_t e = known_array(a) ? refuse_unmapped(a) : cudaSuccess) return record(e);
    return without_planes(out, known_array(a));
}

} // namespace
} // namespace cuda_emulator

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* a, const cudaChannelFormatDesc* d, std::size_t width, std::size_t height,
                            unsigned flags)
{
    return make_array(a, d, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* a, const cudaChannelFormatDesc* d, cudaExtent e, unsigned flags)
{
    return make_array(a, d, e, flags);
}
cudaError_t cudaFreeArray(cudaArray_t a)
{
    CUDA_EMULATOR_ENTER();
    if (!a) return cudaSuccess;
    {
        std::lock_guard lock(arrays_mutex);
        if (!arrays.count(a)) return record(cudaErrorInvalidValue);
        if (a->is_level) return cudaSuccess; // the mipmapped array owns the level, as on a GPU
        arrays.erase(a);
    }
    free_pixels(*a);
    note_freed(resource::array, handle_of(a));
    delete a;
    return cudaSuccess;
}
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* a, const cudaChannelFormatDesc* d, cudaExtent e,
                                     unsigned levels, unsigned flags)
{
    return make_mipmapped_array(a, d, e, levels, flags);
}
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* out, cudaMipmappedArray_const_t a, unsigned level)
{
    CUDA_EMULATOR_ENTER();
    if (!known_mipmapped_array(a)) return record(cudaErrorInvalidResourceHandle);
    if (!out || level >= a->levels.size()) return record(cudaErrorInvalidValue);
    *out = a->levels[level].get();
    return cudaSuccess;
}
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t a)
{
    CUDA_EMULATOR_ENTER();
    if (!a) return cudaSuccess;
    {
        std::lock_guard lock(arrays_mutex);
        if (!mipmapped_arrays.erase(a)) return record(cudaErrorInvalidValue);
        for (const auto& level : a->levels)
            arrays.erase(level.get());
    }
    for (const auto& level : a->levels)
        free_pixels(*level);
    note_freed(resource::array, handle_of(a));
    delete a;
    return cudaSuccess;
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* d, cudaExtent* e, unsigned* flags, cudaArray_t a)
{
    CUDA_EMULATOR_ENTER();
    if (!known_array(a)) return record(cudaErrorInvalidResourceHandle);
    if (d) *d = a->description;
    if (e) *e = a->extent;
    if (flags) *flags = a->flags;
    return cudaSuccess;
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* d, cudaArray_const_t a)
{
    CUDA_EMULATOR_ENTER();
    if (!d) return record(cudaErrorInvalidValue);
    if (!known_array(a)) return record(cudaErrorInvalidResourceHandle);
    *d = a->description;
    return cudaSuccess;
}
// No array here has planes. For such an array an H200 returns this error.
cudaError_t cudaArrayGetPlane(cudaArray_t* out, cudaArray_t a, unsigned) { return without_planes(out, known_array(a)); }
cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties* out, cudaArray_t a)
{
    return without_mapping(out, a);
}
cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* out, cudaArray_t a, int)
{
    return without_mapping(out, a);
}
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    return {x, y, z, w, f};
}

} // extern "C"
