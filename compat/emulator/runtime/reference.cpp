// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/reference.h"

#include "memory/device_memory.h"
#include "runtime/array.h"
#include "runtime/texture_description.h"

#include <cstring>
#include <set>

namespace cuda_emulator {

namespace {

// A fetch through an unbound reference returns zero.
texture unbound_texture()
{
    texture t;
    t.source.linear_memory = true;
    return t;
}

} // namespace

cudaChannelFormatDesc channel_desc(CUarray_format format, int channels)
{
    int bits = 32;
    cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_UNSIGNED_INT32:
        kind = cudaChannelFormatKindUnsigned;
        break;
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT32:
        kind = cudaChannelFormatKindSigned;
        break;
    default:
        break;
    }
    if (format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT8) bits = 8;
    if (format == CU_AD_FORMAT_UNSIGNED_INT16 || format == CU_AD_FORMAT_SIGNED_INT16 || format == CU_AD_FORMAT_HALF)
        bits = 16;
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind};
}

texture_reference::texture_reference()
    : sampler_(unbound_texture())
    , handle_(add_texture(&sampler_))
{
}
texture_reference::~texture_reference() { remove_texture(handle_); }

cudaError_t texture_reference::refresh()
{
    cudaResourceDesc r;
    std::memset(&r, 0, sizeof r);
    const cudaChannelFormatDesc texels = channel_desc(format, channels);
    switch (bound) {
    case binding::none:
        sampler_ = unbound_texture();
        return cudaSuccess;
    case binding::unbound:
        sampler_ = unbound_texture();
        sampler_.unbound = true;
        return cudaSuccess;
    case binding::linear:
        r.resType = cudaResourceTypeLinear;
        r.res.linear = {reinterpret_cast<void*>(address), texels, bytes};
        break;
    case binding::pitch:
        r.resType = cudaResourceTypePitch2D;
        r.res.pitch2D = {reinterpret_cast<void*>(address), texels, width, height, pitch};
        break;
    case binding::array:
        r.resType = cudaResourceTypeArray;
        r.res.array.array = reinterpret_cast<cudaArray_t>(array);
        break;
    case binding::mipmap:
        r.resType = cudaResourceTypeMipmappedArray;
        r.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(mipmap);
        break;
    }
    // A program may free memory that is still bound, and launch kernels that do not use the reference.
    if (!exists(r)) {
        sampler_ = unbound_texture();
        sampler_.freed = true;
        return cudaSuccess;
    }
    cudaTextureDesc d;
    std::memset(&d, 0, sizeof d);
    for (int k = 0; k < 3; ++k)
        d.addressMode[k] = static_cast<cudaTextureAddressMode>(address_mode[k]);
    d.filterMode = static_cast<cudaTextureFilterMode>(filter);
    d.readMode = flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    d.sRGB = (flags & CU_TRSF_SRGB) != 0;
    d.normalizedCoords = (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    std::memcpy(d.borderColor, border, sizeof border);
    d.maxAnisotropy = anisotropy;
    d.mipmapFilterMode = static_cast<cudaTextureFilterMode>(mipmap_filter);
    d.mipmapLevelBias = level_bias;
    d.minMipmapLevelClamp = lowest_level;
    d.maxMipmapLevelClamp = highest_level;
    texture fresh;
    if (const cudaError_t e = describe_texture(r, d, nullptr, describer::driver, fresh, &texels)) return e;
    sampler_ = fresh;
    return cudaSuccess;
}

void texture_reference::reset()
{
    sampler_ = unbound_texture();
    bound = binding::none;
}

surface_reference::surface_reference()
    : handle_(add_surface(&pixels_))
{
}
surface_reference::~surface_reference() { remove_surface(handle_); }

void surface_reference::refresh()
{
    auto* a = reinterpret_cast<cudaArray*>(array);
    pixels_ = known_array(a) ? a->pixels : image{};
}

void module_references::add(const ptx::variable& v)
{
    if (v.type == ptx::type::texref) textures_[&v] = std::make_unique<texture_reference>();
    if (v.type == ptx::type::surfref) surfaces_[&v] = std::make_unique<surface_reference>();
}

void* module_references::find(const ptx::variable& v) const
{
    if (auto t = textures_.find(&v); t != textures_.end()) return t->second.get();
    if (auto s = surfaces_.find(&v); s != surfaces_.end()) return s->second.get();
    return nullptr;
}

std::uint64_t module_references::handle(const ptx::variable& v) const
{
    if (auto t = textures_.find(&v); t != textures_.end()) return t->second->handle();
    if (auto s = surfaces_.find(&v); s != surfaces_.end()) return s->second->handle();
    return 0;
}

bool module_references::owns(const texture_reference* t) const
{
    for (const auto& have : textures_)
        if (have.second.get() == t) return true;
    return false;
}
bool module_references::owns(const surface_reference* s) const
{
    for (const auto& have : surfaces_)
        if (have.second.get() == s) return true;
    return false;
}

cudaError_t module_references::refresh()
{
    for (auto& t : textures_)
        if (const cudaError_t e = t.second->refresh()) return e;
    for (auto& s : surfaces_)
        s.second->refresh();
    return cudaSuccess;
}

void module_references::each_bound(const std::function<void(const std::string&)>& act) const
{
    using binding = texture_reference::binding;
    std::set<std::string> names;
    for (const auto& [variable, t] : textures_)
        if (t->bound != binding::none && t->bound != binding::unbound) names.emplace(variable->name);
    for (const std::string& name : names)
        act(name);
}

void module_references::reset()
{
    for (auto& t : textures_)
        t.second->reset();
    for (auto& s : surfaces_)
        s.second->array = nullptr;
}

} // namespace cuda_emulator
