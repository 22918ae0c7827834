// Texture and surface objects.
#include "memory/device_memory.h"
#include "runtime/array.h"
#include "runtime/context.h"

#include <cstring>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

struct texture_record {
    texture sampler;
    cudaResourceDesc resource;
    cudaTextureDesc description;
};
struct surface_record {
    image pixels;
    cudaResourceDesc resource;
};
std::mutex objects_mutex;
std::unordered_map<cudaTextureObject_t, std::unique_ptr<texture_record>> texture_objects;
std::unordered_map<cudaSurfaceObject_t, std::unique_ptr<surface_record>> surface_objects;

bool live_memory(const void* p, std::size_t size)
{
    allocation a;
    bool inside = false;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    return p && device_memory::instance().find(at, a, inside) && inside && a.live && at + size <= a.address + a.size;
}

cudaError_t source_of(const cudaResourceDesc& r, image& s)
{
    switch (r.resType) {
    case cudaResourceTypeArray:
        if (!known_array(r.res.array.array)) return cudaErrorInvalidValue;
        s = r.res.array.array->pixels;
        return cudaSuccess;
    case cudaResourceTypeLinear: {
        const auto& l = r.res.linear;
        if (!format_of(l.desc, s.format)) return cudaErrorInvalidChannelDescriptor;
        if (!live_memory(l.devPtr, l.sizeInBytes) || reinterpret_cast<std::uintptr_t>(l.devPtr) % s.format.bytes() != 0)
            return cudaErrorInvalidValue;
        s.data = static_cast<char*>(l.devPtr);
        s.width = l.sizeInBytes / s.format.bytes();
        if (s.width > std::size_t{1} << 28) return cudaErrorInvalidValue;
        s.row_bytes = s.slice_bytes = l.sizeInBytes;
        s.linear_memory = true;
        return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
        const auto& p = r.res.pitch2D;
        if (!format_of(p.desc, s.format)) return cudaErrorInvalidChannelDescriptor;
        if (p.pitchInBytes % 32 || p.pitchInBytes < p.width * s.format.bytes() || !p.width || !p.height)
            return cudaErrorInvalidValue;
        if (!live_memory(p.devPtr, p.pitchInBytes * (p.height - 1) + p.width * s.format.bytes()))
            return cudaErrorInvalidValue;
        s.data = static_cast<char*>(p.devPtr);
        s.width = p.width;
        s.height = p.height;
        s.row_bytes = p.pitchInBytes;
        s.slice_bytes = p.pitchInBytes * p.height;
        return cudaSuccess;
    }
    default:
        return cudaErrorNotSupported;
    }
}

address_mode mode_of(cudaTextureAddressMode m)
{
    switch (m) {
    case cudaAddressModeWrap:
        return address_mode::wrap;
    case cudaAddressModeMirror:
        return address_mode::mirror;
    case cudaAddressModeBorder:
        return address_mode::border;
    default:
        return address_mode::clamp;
    }
}

} // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out, const cudaResourceDesc* r, const cudaTextureDesc* d,
                                    const cudaResourceViewDesc* view)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !r || !d) return record(cudaErrorInvalidValue);
    if (view) return record(cudaErrorNotSupported);
    auto t = std::make_unique<texture_record>();
    t->resource = *r;
    t->description = *d;
    texture& s = t->sampler;
    if (const cudaError_t e = source_of(*r, s.source)) return record(e);
    const texel_format& f = s.source.format;
    const bool integers = f.kind != channel_kind::floating;
    s.normalised_read = d->readMode == cudaReadModeNormalizedFloat && integers;
    // Only 8 and 16 bits can be read as fractions, and only fractions and floats can be filtered.
    if (s.normalised_read && f.channel_bytes > 2) return record(cudaErrorInvalidValue);
    s.linear_filter = d->filterMode == cudaFilterModeLinear && !s.source.linear_memory;
    if (s.linear_filter && integers && !s.normalised_read) return record(cudaErrorInvalidFilterSetting);
    s.normalised_coordinates = d->normalizedCoords != 0;
    for (int k = 0; k < 3; ++k)
        s.address[k] = mode_of(d->addressMode[k]);
    std::memcpy(s.border, d->borderColor, sizeof s.border);
    const std::uint64_t handle = add_texture(&s);
    if (!handle) return record(cudaErrorMemoryAllocation);
    std::lock_guard lock(objects_mutex);
    texture_objects[handle] = std::move(t);
    *out = handle;
    return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    if (!handle) return cudaSuccess;
    std::lock_guard lock(objects_mutex);
    auto at = texture_objects.find(handle);
    if (at == texture_objects.end()) return record(cudaErrorInvalidValue);
    remove_texture(handle);
    texture_objects.erase(at);
    return cudaSuccess;
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* out, cudaTextureObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    auto at = texture_objects.find(handle);
    if (!out || at == texture_objects.end()) return record(cudaErrorInvalidValue);
    *out = at->second->resource;
    return cudaSuccess;
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* out, cudaTextureObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    auto at = texture_objects.find(handle);
    if (!out || at == texture_objects.end()) return record(cudaErrorInvalidValue);
    *out = at->second->description;
    return cudaSuccess;
}
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t)
{
    return checked(cudaErrorInvalidValue); // no object here has a view
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* out, const cudaResourceDesc* r)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !r || r->resType != cudaResourceTypeArray || !known_array(r->res.array.array))
        return record(cudaErrorInvalidValue);
    if (!(r->res.array.array->flags & cudaArraySurfaceLoadStore)) return record(cudaErrorInvalidValue);
    auto s = std::make_unique<surface_record>();
    s->pixels = r->res.array.array->pixels;
    s->resource = *r;
    const std::uint64_t handle = add_surface(&s->pixels);
    if (!handle) return record(cudaErrorMemoryAllocation);
    std::lock_guard lock(objects_mutex);
    surface_objects[handle] = std::move(s);
    *out = handle;
    return cudaSuccess;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    if (!handle) return cudaSuccess;
    std::lock_guard lock(objects_mutex);
    if (!surface_objects.count(handle)) return record(cudaErrorInvalidValue);
    remove_surface(handle);
    surface_objects.erase(handle);
    return cudaSuccess;
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* out, cudaSurfaceObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    auto at = surface_objects.find(handle);
    if (!out || at == surface_objects.end()) return record(cudaErrorInvalidValue);
    *out = at->second->resource;
    return cudaSuccess;
}

} // extern "C"
