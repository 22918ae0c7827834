// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects.
#include "runtime/array.h"
#include "runtime/capture.h"
#include "runtime/leaks.h"
#include "runtime/texture_description.h"

#include <cstring>
#include <optional>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

struct texture_record {
    texture sampler;
    cudaResourceDesc resource;
    cudaTextureDesc description;
    cudaResourceViewDesc view = {};
    std::optional<unsigned> driver_flags;
};
struct surface_record {
    image pixels;
    cudaResourceDesc resource;
};
std::mutex objects_mutex;
std::unordered_map<cudaTextureObject_t, std::unique_ptr<texture_record>> texture_objects;
std::unordered_map<cudaSurfaceObject_t, std::unique_ptr<surface_record>> surface_objects;

cudaError_t create_texture(cudaTextureObject_t* out, const cudaResourceDesc& r, const cudaTextureDesc& d,
                           const cudaResourceViewDesc* view, describer by, std::optional<unsigned> driver_flags)
{
    CUDA_EMULATOR_UNSAFE_IN_CAPTURE();
    auto t = std::make_unique<texture_record>();
    if (const cudaError_t e = describe_texture(r, d, view, by, t->sampler)) return record(e);
    t->resource = r;
    t->description = d;
    t->driver_flags = driver_flags;
    // The driver stores flags as 0 or 1.
    t->description.normalizedCoords = d.normalizedCoords != 0;
    t->description.sRGB = d.sRGB != 0;
    t->description.readMode = t->sampler.normalised_read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    for (auto& mode : t->description.addressMode)
        if (mode > cudaAddressModeBorder) mode = cudaAddressModeClamp;
    if (view && (r.resType == cudaResourceTypeArray || r.resType == cudaResourceTypeMipmappedArray)) t->view = *view;
    const std::uint64_t handle = add_texture(&t->sampler);
    if (!handle) return record(cudaErrorMemoryAllocation);
    std::lock_guard lock(objects_mutex);
    texture_objects[handle] = std::move(t);
    note_made(resource::texture, handle);
    *out = handle;
    return cudaSuccess;
}

} // namespace

namespace cuda_emulator {

cudaError_t create_texture_of_driver(cudaTextureObject_t* out, const cudaResourceDesc& r, const cudaTextureDesc& d,
                                     const cudaResourceViewDesc* view, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    return create_texture(out, r, d, view, describer::driver, flags);
}

std::optional<unsigned> driver_flags_of(cudaTextureObject_t handle)
{
    std::lock_guard lock(objects_mutex);
    const auto at = texture_objects.find(handle);
    return at == texture_objects.end() ? std::nullopt : at->second->driver_flags;
}

} // namespace cuda_emulator

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out, const cudaResourceDesc* r, const cudaTextureDesc* d,
                                    const cudaResourceViewDesc* view)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !r) return record(cudaErrorInvalidValue);
    if (!d) return record(cudaErrorInvalidResourceHandle); // as an H200 returns
    return create_texture(out, *r, *d, view, describer::runtime, {});
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
    note_freed(resource::texture, handle);
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
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* out, cudaTextureObject_t handle)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(objects_mutex);
    auto at = texture_objects.find(handle);
    if (!out || at == texture_objects.end()) return record(cudaErrorInvalidValue);
    *out = at->second->view; // zeros without a view
    return cudaSuccess;
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* out, const cudaResourceDesc* r)
{
    CUDA_EMULATOR_ENTER();
    // An H200 also accepts arrays that were created without cudaArraySurfaceLoadStore.
    if (!out || !r || r->resType != cudaResourceTypeArray) return record(cudaErrorInvalidValue);
    if (!known_array(r->res.array.array)) return record(cudaErrorInvalidResourceHandle);
    if (const cudaError_t e = refuse_unmapped(r->res.array.array)) return record(e);
    auto s = std::make_unique<surface_record>();
    s->pixels = r->res.array.array->pixels;
    s->resource = *r;
    const std::uint64_t handle = add_surface(&s->pixels);
    if (!handle) return record(cudaErrorMemoryAllocation);
    std::lock_guard lock(objects_mutex);
    surface_objects[handle] = std::move(s);
    note_made(resource::surface, handle);
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
    note_freed(resource::surface, handle);
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
