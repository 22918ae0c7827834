// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The struct textureReference and the template cuda_legacy::texture: what a program declares, and what the bookkeeping
// of bound_reference.h is about.
#ifndef CUDA_LEGACY_DETAIL_TEXTURE_TYPE_H
#define CUDA_LEGACY_DETAIL_TEXTURE_TYPE_H

#include <cstddef>

#include <cuda_runtime_api.h>

#include "attribute.h"
#include "back_end.h"
#include "diagnostics.h"
#include "texel.h"

namespace cuda_legacy {
namespace __detail {

struct __reference_access;

// The offset of each attribute in a textureReference, in bytes.
struct __attribute_place {
    enum : unsigned short {
        normalized = 8,
        filterMode = 16,
        __addressMode_0 = 24,
        __addressMode_1 = 32,
        __addressMode_2 = 40,
        sRGB = 48,
        maxAnisotropy = 56,
        mipmapFilterMode = 64,
        mipmapLevelBias = 72,
        minMipmapLevelClamp = 80,
        maxMipmapLevelClamp = 88,
        disableTrilinearOptimization = 96,
    };
};

} // namespace __detail
} // namespace cuda_legacy

//! The attributes of a texture reference. A write before or after a bind takes effect at the next kernel launch.
//! Defaults: coordinates in texels, point filter, clamp in all dimensions, the channel descriptor of the element type.
struct textureReference {
    //! The handle for kernels: a texture object in device memory. The host's copy holds a pointer to the bookkeeping. A
    //! bind also writes to a reference declared `const`, so the compiler must not treat the handle as a constant.
    mutable unsigned long long cuda_legacy_handle = 0;

    //! Coordinates in [0, 1) rather than in texels, when not 0. Linear memory ignores it.
    cuda_legacy::__detail::attribute<int> normalized;
    //! cudaFilterModePoint or cudaFilterModeLinear. Linear memory ignores it.
    cuda_legacy::__detail::attribute<enum cudaTextureFilterMode> filterMode;
    //! The treatment of a coordinate outside, for each dimension. Wrap and mirror need normalised coordinates;
    //! otherwise they clamp.
    cuda_legacy::__detail::attribute<enum cudaTextureAddressMode> addressMode[3];
    //! Whether 8-bit elements fetched as float are converted from sRGB.
    cuda_legacy::__detail::attribute<int> sRGB;
    //! Limit of the anisotropy ratio.
    cuda_legacy::__detail::attribute<unsigned int> maxAnisotropy;
    //! Filter between mipmap levels.
    cuda_legacy::__detail::attribute<enum cudaTextureFilterMode> mipmapFilterMode;
    //! Added to the mipmap level that a fetch names.
    cuda_legacy::__detail::attribute<float> mipmapLevelBias;
    //! Lowest mipmap level that is read.
    cuda_legacy::__detail::attribute<float> minMipmapLevelClamp;
    //! Highest mipmap level that is read.
    cuda_legacy::__detail::attribute<float> maxMipmapLevelClamp;
    //! Not 0: no trilinear filtering optimisations.
    cuda_legacy::__detail::attribute<int> disableTrilinearOptimization;
    //! Bits per channel and their kind. The bound memory must have the same.
    cuda_legacy::__detail::__channel_attribute channelDesc;

#if defined(__CUDA_ARCH__)
    textureReference(const textureReference&) = default; // passed by value in device code
#else
    //! Creates an unbound reference with the same attributes.
    constexpr textureReference(const textureReference& __other)
        : normalized(__other.normalized.__raw(), __place::normalized)
        , filterMode(__other.filterMode.__raw(), __place::filterMode)
        , addressMode{{__other.addressMode[0].__raw(), __place::__addressMode_0},
                      {__other.addressMode[1].__raw(), __place::__addressMode_1},
                      {__other.addressMode[2].__raw(), __place::__addressMode_2}}
        , sRGB(__other.sRGB.__raw(), __place::sRGB)
        , maxAnisotropy(__other.maxAnisotropy.__raw(), __place::maxAnisotropy)
        , mipmapFilterMode(__other.mipmapFilterMode.__raw(), __place::mipmapFilterMode)
        , mipmapLevelBias(__other.mipmapLevelBias.__raw(), __place::mipmapLevelBias)
        , minMipmapLevelClamp(__other.minMipmapLevelClamp.__raw(), __place::minMipmapLevelClamp)
        , maxMipmapLevelClamp(__other.maxMipmapLevelClamp.__raw(), __place::maxMipmapLevelClamp)
        , disableTrilinearOptimization(__other.disableTrilinearOptimization.__raw(),
                                       __place::disableTrilinearOptimization)
        , channelDesc(__other.channelDesc)
        , __element_(__other.__element_)
        , __dimensions_(__other.__dimensions_)
        , __normalized_float_(__other.__normalized_float_)
    {
    }
#endif
    //! Copies the attributes. The binding stays.
    textureReference& operator=(const textureReference& __other);

protected:
    constexpr textureReference(int __dimensions, enum cudaTextureReadMode __read_mode,
                               struct cudaChannelFormatDesc __of_type, int __norm, enum cudaTextureFilterMode __filter,
                               enum cudaTextureAddressMode __address, struct cudaChannelFormatDesc desc)
        : normalized(__norm, __place::normalized)
        , filterMode(__filter, __place::filterMode)
        , addressMode{{__address, __place::__addressMode_0},
                      {__address, __place::__addressMode_1},
                      {__address, __place::__addressMode_2}}
        , sRGB(0, __place::sRGB)
        , maxAnisotropy(0, __place::maxAnisotropy)
        , mipmapFilterMode(cudaFilterModePoint, __place::mipmapFilterMode)
        , mipmapLevelBias(0, __place::mipmapLevelBias)
        , minMipmapLevelClamp(0, __place::minMipmapLevelClamp)
        , maxMipmapLevelClamp(0, __place::maxMipmapLevelClamp)
        , disableTrilinearOptimization(0, __place::disableTrilinearOptimization)
        , channelDesc(desc)
        , __element_(cuda_legacy::__detail::__packed_desc(__of_type))
        , __dimensions_(static_cast<unsigned char>(__dimensions))
        , __normalized_float_(__read_mode == cudaReadModeNormalizedFloat)
    {
    }

private:
    friend struct cuda_legacy::__detail::__reference_access;
    using __place = cuda_legacy::__detail::__attribute_place;

    unsigned int __element_; // the channel descriptor of the element type, packed
    unsigned char __dimensions_;
    bool __normalized_float_;
    bool __loaded_ = false; // the constructor's arguments have been read back; host only
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
protected:
    const void* __module_ = nullptr; // a kernel of the same module
#endif
};

CUDA_LEGACY_DETAIL_OFFSETOF_BEGIN
#define CUDA_LEGACY_DETAIL_IN_ITS_PLACE(field, __place)                                                                \
    static_assert(offsetof(textureReference, field) == cuda_legacy::__detail::__attribute_place::__place,              \
                  "cuda_legacy: " #field " does not lie where attribute_place says")
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(normalized, normalized);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(filterMode, filterMode);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[0], __addressMode_0);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[1], __addressMode_1);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[2], __addressMode_2);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(sRGB, sRGB);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(maxAnisotropy, maxAnisotropy);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(mipmapFilterMode, mipmapFilterMode);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(mipmapLevelBias, mipmapLevelBias);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(minMipmapLevelClamp, minMipmapLevelClamp);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(maxMipmapLevelClamp, maxMipmapLevelClamp);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(disableTrilinearOptimization, disableTrilinearOptimization);
#undef CUDA_LEGACY_DETAIL_IN_ITS_PLACE
CUDA_LEGACY_DETAIL_OFFSETOF_END

#if !defined(CUDA_LEGACY_NATIVE_REFERENCES)

namespace cuda_legacy {

//! A texture reference of elements T. `Type` is the shape: cudaTextureType1D and so on. `Mode` is the result of a
//! fetch: the element itself, or 8-bit and 16-bit integers mapped to [0, 1] or [-1, 1].
template <class _Tp, int Type = cudaTextureType1D, enum cudaTextureReadMode _Mode = cudaReadModeElementType>
struct texture : textureReference {
    constexpr texture(int normalized = 0, enum cudaTextureFilterMode __filter = cudaFilterModePoint,
                      enum cudaTextureAddressMode __address = cudaAddressModeClamp)
        : texture(normalized, __filter, __address, __detail::__texel<_Tp>::desc())
    {
    }
    constexpr texture(int normalized, enum cudaTextureFilterMode __filter, enum cudaTextureAddressMode __address,
                      struct cudaChannelFormatDesc desc)
        : textureReference(Type, _Mode, __detail::__texel<_Tp>::desc(), normalized, __filter, __address, desc)
    {
    }
    #if defined(__clang__) // which finds none of the base's in device code, and then deletes its own
    constexpr texture(const texture&) = default;
    texture& operator=(const texture& __other)
    {
        textureReference::operator=(__other);
        return *this;
    }
    #endif
};

} // namespace cuda_legacy

#elif defined(__CUDACC__)

    #include "modules.h"

template <class _Tp, int Type = cudaTextureType1D, enum cudaTextureReadMode _Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : textureReference {
    __host__ texture(int normalized = 0, enum cudaTextureFilterMode __filter = cudaFilterModePoint,
                     enum cudaTextureAddressMode __address = cudaAddressModeClamp,
                     const void* __module = cuda_legacy::__detail::__this_module())
        : texture(normalized, __filter, __address, cuda_legacy::__detail::__texel<_Tp>::desc(), __module)
    {
    }
    __host__ texture(int normalized, enum cudaTextureFilterMode __filter, enum cudaTextureAddressMode __address,
                     struct cudaChannelFormatDesc desc, const void* __module = cuda_legacy::__detail::__this_module())
        : textureReference(Type, _Mode, cuda_legacy::__detail::__texel<_Tp>::desc(), normalized, __filter, __address,
                           desc)
    {
        __module_ = __module;
    }
    #if !defined(__CUDA_ARCH__)
    //! Creates an unbound reference with the attributes of another.
    texture(const texture& __other, const void* __module = cuda_legacy::__detail::__this_module())
        : textureReference(__other)
    {
        __module_ = __module;
    }
    texture& operator=(const texture&) = default;
    #endif
};

namespace cuda_legacy {
using ::texture;
} // namespace cuda_legacy

#endif

#endif
