// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects of the driver API. The runtime implements them.
#include "driver/array.h"
#include "driver/call.h"
#include "runtime/texture_description.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

// Returns false if memory has a format that no texture has, or if there are flags: CUDA has none.
bool of_driver(const CUDA_RESOURCE_DESC& d, cudaResourceDesc& r)
{
    cudaChannelFormatDesc texel;
    std::memset(&r, 0, sizeof r);
    r.resType = static_cast<cudaResourceType>(d.resType); // both enumerations use the same values
    switch (d.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        r.res.array.array = reinterpret_cast<cudaArray_t>(d.res.array.hArray);
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        r.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(d.res.mipmap.hMipmappedArray);
        break;
    case CU_RESOURCE_TYPE_LINEAR: {
        const auto& l = d.res.linear;
        if (!texel_of(l.format, l.numChannels, texel)) return false;
        r.res.linear = {reinterpret_cast<void*>(l.devPtr), texel, l.sizeInBytes};
        break;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
        const auto& p = d.res.pitch2D;
        if (!texel_of(p.format, p.numChannels, texel)) return false;
        r.res.pitch2D = {reinterpret_cast<void*>(p.devPtr), texel, p.width, p.height, p.pitchInBytes};
        break;
    }
    }
    return d.flags == 0;
}
CUDA_RESOURCE_DESC of_runtime(const cudaResourceDesc& r)
{
    CUDA_RESOURCE_DESC d;
    std::memset(&d, 0, sizeof d);
    d.resType = static_cast<CUresourcetype>(r.resType);
    const auto channels = [](const cudaChannelFormatDesc& c) { return static_cast<unsigned>(array_channels(c)); };
    switch (r.resType) {
    case cudaResourceTypeArray:
        d.res.array.hArray = reinterpret_cast<CUarray>(r.res.array.array);
        break;
    case cudaResourceTypeMipmappedArray:
        d.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(r.res.mipmap.mipmap);
        break;
    case cudaResourceTypeLinear: {
        const auto& l = r.res.linear;
        d.res.linear = {reinterpret_cast<CUdeviceptr>(l.devPtr), array_format(l.desc), channels(l.desc), l.sizeInBytes};
        break;
    }
    case cudaResourceTypePitch2D: {
        const auto& p = r.res.pitch2D;
        d.res.pitch2D = {reinterpret_cast<CUdeviceptr>(p.devPtr),
                         array_format(p.desc),
                         channels(p.desc),
                         p.width,
                         p.height,
                         p.pitchInBytes};
        break;
    }
    }
    return d;
}

// Bit 2 has no name, and an H200 keeps it.
constexpr unsigned known_texture_flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | 4 | CU_TRSF_SRGB |
                                         CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;

cudaTextureDesc of_driver(const CUDA_TEXTURE_DESC& d)
{
    cudaTextureDesc t;
    std::memset(&t, 0, sizeof t);
    for (int k = 0; k < 3; ++k)
        t.addressMode[k] = static_cast<cudaTextureAddressMode>(d.addressMode[k]);
    t.filterMode = static_cast<cudaTextureFilterMode>(d.filterMode);
    t.readMode = d.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    t.normalizedCoords = (d.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    t.sRGB = (d.flags & CU_TRSF_SRGB) != 0;
    t.disableTrilinearOptimization = (d.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    t.seamlessCubemap = (d.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    t.maxAnisotropy = d.maxAnisotropy;
    t.mipmapFilterMode = static_cast<cudaTextureFilterMode>(d.mipmapFilterMode);
    t.mipmapLevelBias = d.mipmapLevelBias;
    t.minMipmapLevelClamp = d.minMipmapLevelClamp;
    t.maxMipmapLevelClamp = d.maxMipmapLevelClamp;
    std::memcpy(t.borderColor, d.borderColor, sizeof t.borderColor);
    return t;
}
CUDA_TEXTURE_DESC of_runtime(const cudaTextureDesc& t)
{
    CUDA_TEXTURE_DESC d;
    std::memset(&d, 0, sizeof d);
    for (int k = 0; k < 3; ++k)
        d.addressMode[k] = static_cast<CUaddress_mode>(t.addressMode[k]);
    d.filterMode = static_cast<CUfilter_mode>(t.filterMode);
    d.flags = (t.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
              (t.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) | (t.sRGB ? CU_TRSF_SRGB : 0) |
              (t.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
              (t.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
    d.maxAnisotropy = t.maxAnisotropy;
    d.mipmapFilterMode = static_cast<CUfilter_mode>(t.mipmapFilterMode);
    d.mipmapLevelBias = t.mipmapLevelBias;
    d.minMipmapLevelClamp = t.minMipmapLevelClamp;
    d.maxMipmapLevelClamp = t.maxMipmapLevelClamp;
    std::memcpy(d.borderColor, t.borderColor, sizeof d.borderColor);
    return d;
}

} // namespace

extern "C" {

CUresult cuTexObjectCreate(CUtexObject* out, const CUDA_RESOURCE_DESC* r, const CUDA_TEXTURE_DESC* d,
                           const CUDA_RESOURCE_VIEW_DESC* view)
{
    if (!out || !r || !d) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] {
        cudaResourceDesc resource;
        if (!of_driver(*r, resource) || (d->flags & ~known_texture_flags)) return cudaErrorInvalidValue;
        return create_texture_of_driver(out, resource, of_driver(*d),
                                        reinterpret_cast<const cudaResourceViewDesc*>(view), d->flags);
    });
}
CUresult cuTexObjectDestroy(CUtexObject t)
{
    return call_runtime([&] { return cudaDestroyTextureObject(t); });
}
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUtexObject t)
{
    cudaResourceDesc r;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = call_runtime([&] { return cudaGetTextureObjectResourceDesc(&r, t); })) return e;
    *out = of_runtime(r);
    return CUDA_SUCCESS;
}
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* out, CUtexObject t)
{
    cudaTextureDesc d;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = call_runtime([&] { return cudaGetTextureObjectTextureDesc(&d, t); })) return e;
    *out = of_runtime(d);
    if (const std::optional<unsigned> flags = driver_flags_of(t)) out->flags = *flags;
    return CUDA_SUCCESS;
}
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* out, CUtexObject t)
{
    static_assert(sizeof(CUDA_RESOURCE_VIEW_DESC) == sizeof(cudaResourceViewDesc));
    return call_runtime(
        [&] { return cudaGetTextureObjectResourceViewDesc(reinterpret_cast<cudaResourceViewDesc*>(out), t); });
}
CUresult cuSurfObjectCreate(CUsurfObject* out, const CUDA_RESOURCE_DESC* r)
{
    if (!out || !r) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] {
        cudaResourceDesc resource;
        if (!of_driver(*r, resource)) return cudaErrorInvalidValue;
        return cudaCreateSurfaceObject(out, &resource);
    });
}
CUresult cuSurfObjectDestroy(CUsurfObject s)
{
    return call_runtime([&] { return cudaDestroySurfaceObject(s); });
}
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUsurfObject s)
{
    cudaResourceDesc r;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = call_runtime([&] { return cudaGetSurfaceObjectResourceDesc(&r, s); })) return e;
    *out = of_runtime(r);
    return CUDA_SUCCESS;
}

} // extern "C"
