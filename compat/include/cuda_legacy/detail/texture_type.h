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
namespace detail {

struct reference_access;

// How many bytes behind the beginning of a textureReference each attribute lies.
struct attribute_place {
    enum : unsigned short {
        normalized = 8,
        filterMode = 16,
        addressMode_0 = 24,
        addressMode_1 = 32,
        addressMode_2 = 40,
        sRGB = 48,
        maxAnisotropy = 56,
        mipmapFilterMode = 64,
        mipmapLevelBias = 72,
        minMipmapLevelClamp = 80,
        maxMipmapLevelClamp = 88,
        disableTrilinearOptimization = 96,
    };
};

} // namespace detail
} // namespace cuda_legacy

//! The attributes of a texture reference. Written before or after a bind, they count for the kernels launched later.
//! Defaults: not normalised, point filter, clamp in all dimensions, the channel descriptor of the element type.
struct textureReference {
    //! What a kernel fetches through: in device memory a texture object; the host's copy keeps its bookkeeping here. A
    //! reference declared `const` is bound as well, so that the compiler must not take this for a constant.
    mutable unsigned long long cuda_legacy_handle = 0;

    //! Coordinates in [0, 1) rather than in texels, when not 0. Linear memory ignores it.
    cuda_legacy::detail::attribute<int> normalized;
    //! cudaFilterModePoint or cudaFilterModeLinear. Linear memory ignores it.
    cuda_legacy::detail::attribute<enum cudaTextureFilterMode> filterMode;
    //! What a coordinate outside means, per dimension. Wrap and mirror need normalised coordinates, else they clamp.
    cuda_legacy::detail::attribute<enum cudaTextureAddressMode> addressMode[3];
    //! Whether 8-bit elements fetched as float are converted from sRGB.
    cuda_legacy::detail::attribute<int> sRGB;
    //! Limit of the anisotropy ratio.
    cuda_legacy::detail::attribute<unsigned int> maxAnisotropy;
    //! Filter between mipmap levels.
    cuda_legacy::detail::attribute<enum cudaTextureFilterMode> mipmapFilterMode;
    //! Added to the mipmap level that a fetch names.
    cuda_legacy::detail::attribute<float> mipmapLevelBias;
    //! Lowest mipmap level that is read.
    cuda_legacy::detail::attribute<float> minMipmapLevelClamp;
    //! Highest mipmap level that is read.
    cuda_legacy::detail::attribute<float> maxMipmapLevelClamp;
    //! Not 0: no trilinear filtering optimisations.
    cuda_legacy::detail::attribute<int> disableTrilinearOptimization;
    //! Bits per channel and their kind. What is bound must agree with it.
    cuda_legacy::detail::channel_attribute channelDesc;

#if defined(__CUDA_ARCH__)
    textureReference(const textureReference&) = default; // passed by value in device code
#else
    //! The same attributes, bound to nothing.
    constexpr textureReference(const textureReference& other)
        : normalized(other.normalized.raw(), place::normalized)
        , filterMode(other.filterMode.raw(), place::filterMode)
        , addressMode{{other.addressMode[0].raw(), place::addressMode_0},
                      {other.addressMode[1].raw(), place::addressMode_1},
                      {other.addressMode[2].raw(), place::addressMode_2}}
        , sRGB(other.sRGB.raw(), place::sRGB)
        , maxAnisotropy(other.maxAnisotropy.raw(), place::maxAnisotropy)
        , mipmapFilterMode(other.mipmapFilterMode.raw(), place::mipmapFilterMode)
        , mipmapLevelBias(other.mipmapLevelBias.raw(), place::mipmapLevelBias)
        , minMipmapLevelClamp(other.minMipmapLevelClamp.raw(), place::minMipmapLevelClamp)
        , maxMipmapLevelClamp(other.maxMipmapLevelClamp.raw(), place::maxMipmapLevelClamp)
        , disableTrilinearOptimization(other.disableTrilinearOptimization.raw(), place::disableTrilinearOptimization)
        , channelDesc(other.channelDesc)
        , element_(other.element_)
        , dimensions_(other.dimensions_)
        , normalized_float_(other.normalized_float_)
    {
    }
#endif
    //! Takes over the attributes; the binding stays.
    textureReference& operator=(const textureReference& other);

protected:
    constexpr textureReference(int dimensions, enum cudaTextureReadMode read_mode, struct cudaChannelFormatDesc of_type,
                               int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                               struct cudaChannelFormatDesc desc)
        : normalized(norm, place::normalized)
        , filterMode(filter, place::filterMode)
        , addressMode{{address, place::addressMode_0}, {address, place::addressMode_1}, {address, place::addressMode_2}}
        , sRGB(0, place::sRGB)
        , maxAnisotropy(0, place::maxAnisotropy)
        , mipmapFilterMode(cudaFilterModePoint, place::mipmapFilterMode)
        , mipmapLevelBias(0, place::mipmapLevelBias)
        , minMipmapLevelClamp(0, place::minMipmapLevelClamp)
        , maxMipmapLevelClamp(0, place::maxMipmapLevelClamp)
        , disableTrilinearOptimization(0, place::disableTrilinearOptimization)
        , channelDesc(desc)
        , element_(cuda_legacy::detail::packed_desc(of_type))
        , dimensions_(static_cast<unsigned char>(dimensions))
        , normalized_float_(read_mode == cudaReadModeNormalizedFloat)
    {
    }

private:
    friend struct cuda_legacy::detail::reference_access;
    using place = cuda_legacy::detail::attribute_place;

    unsigned int element_; // the channel descriptor of the element type, packed
    unsigned char dimensions_;
    bool normalized_float_;
    bool loaded_ = false; // the constructor's arguments have been read back; host only
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
protected:
    const void* module_ = nullptr; // a kernel of the same module
#endif
};

CUDA_LEGACY_DETAIL_OFFSETOF_BEGIN
#define CUDA_LEGACY_DETAIL_IN_ITS_PLACE(field, place)                                                                  \
    static_assert(offsetof(textureReference, field) == cuda_legacy::detail::attribute_place::place,                    \
                  "cuda_legacy: " #field " does not lie where attribute_place says")
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(normalized, normalized);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(filterMode, filterMode);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[0], addressMode_0);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[1], addressMode_1);
CUDA_LEGACY_DETAIL_IN_ITS_PLACE(addressMode[2], addressMode_2);
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

//! A texture reference of elements T. `Type`: cudaTextureType1D and so on; `Mode`: the element itself, or 8- and 16-bit
//! integers mapped to [0, 1] or [-1, 1].
template <class T, int Type = cudaTextureType1D, enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture : textureReference {
    constexpr texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                      enum cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(normalized, filter, address, detail::texel<T>::desc())
    {
    }
    constexpr texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                      struct cudaChannelFormatDesc desc)
        : textureReference(Type, Mode, detail::texel<T>::desc(), normalized, filter, address, desc)
    {
    }
    #if defined(__clang__) // which finds none of the base's in device code, and then deletes its own
    constexpr texture(const texture&) = default;
    texture& operator=(const texture& other)
    {
        textureReference::operator=(other);
        return *this;
    }
    #endif
};

} // namespace cuda_legacy

#elif defined(__CUDACC__)

    #include "modules.h"

template <class T, int Type = cudaTextureType1D, enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : textureReference {
    __host__ texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                     enum cudaTextureAddressMode address = cudaAddressModeClamp,
                     const void* module = cuda_legacy::detail::this_module())
        : texture(normalized, filter, address, cuda_legacy::detail::texel<T>::desc(), module)
    {
    }
    __host__ texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                     struct cudaChannelFormatDesc desc, const void* module = cuda_legacy::detail::this_module())
        : textureReference(Type, Mode, cuda_legacy::detail::texel<T>::desc(), normalized, filter, address, desc)
    {
        module_ = module;
    }
    #if !defined(__CUDA_ARCH__)
    //! A variable of its own, with the other's attributes.
    texture(const texture& other, const void* module = cuda_legacy::detail::this_module())
        : textureReference(other)
    {
        module_ = module;
    }
    texture& operator=(const texture&) = default;
    #endif
};

namespace cuda_legacy {
using ::texture;
} // namespace cuda_legacy

#endif

#endif
