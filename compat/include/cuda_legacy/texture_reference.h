//! \file
//! Texture references: the struct textureReference and the template cuda_legacy::texture.
//!
//! Deprecated in the documentation of CUDA 10.1, gone since 12.0. A reference is a `__constant__` variable of 136 bytes whose first eight
//! hold a texture object, so a fetch through it compiles to a fetch through a texture object passed as a kernel
//! argument. Declare it with the macro `texture` (cuda_legacy/texture_keyword.h) or as
//! `__constant__ cuda_legacy::texture<float, 2> t;`. Note: migration-notes/texture_reference.md.
//!
//! What differs from the original:
//! - The fields convert to and from their types but are not of their types: `&t.filterMode` is no
//!   `cudaTextureFilterMode*`, and `printf("%d", t.normalized)` needs a cast.
//! - Attributes that do not fit what is bound fail at the bind, or leave the old ones in force when they are written
//!   after it: linear filtering of an array of integers (cudaErrorInvalidFilterSetting), normalised reads of 32-bit
//!   elements, a value that is no mode. The original let the bind pass and failed at the launch, where nothing of ours
//!   can run. For linear memory, which is never filtered, it failed too; here the filter mode is ignored.
//! - A fetch through a reference that was unbound still reads what it was bound to; the original stopped the program
//!   with cudaErrorIllegalAddress.
#ifndef CUDA_LEGACY_TEXTURE_REFERENCE_H
#define CUDA_LEGACY_TEXTURE_REFERENCE_H

#include <cstddef>

#include <cuda_runtime_api.h>

#include "detail/attribute.h"
#include "detail/texel.h"

namespace cuda_legacy {
namespace detail {
struct reference_access;
} // namespace detail
} // namespace cuda_legacy

//! The attributes of a texture reference. Written before or after a bind, they count for the kernels launched later.
//! Defaults: not normalised, point filter, clamp in all dimensions, the channel descriptor of the element type.
struct textureReference {
    //! What a kernel fetches through: in device memory a texture object; the host's copy keeps its bookkeeping here.
    unsigned long long cuda_legacy_handle = 0;

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

    textureReference(const textureReference&) = delete;
    textureReference& operator=(const textureReference&) = delete;

protected:
    constexpr textureReference(int dimensions, enum cudaTextureReadMode read_mode, struct cudaChannelFormatDesc of_type,
                               int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                               struct cudaChannelFormatDesc desc)
        : normalized(norm, 8)
        , filterMode(filter, 16)
        , addressMode{{address, 24}, {address, 32}, {address, 40}}
        , sRGB(0, 48)
        , maxAnisotropy(0, 56)
        , mipmapFilterMode(cudaFilterModePoint, 64)
        , mipmapLevelBias(0, 72)
        , minMipmapLevelClamp(0, 80)
        , maxMipmapLevelClamp(0, 88)
        , disableTrilinearOptimization(0, 96)
        , channelDesc(desc)
        , element_(cuda_legacy::detail::packed_desc(of_type))
        , dimensions_(static_cast<unsigned char>(dimensions))
        , normalized_float_(read_mode == cudaReadModeNormalizedFloat)
    {
    }

private:
    friend struct cuda_legacy::detail::reference_access;

    unsigned int element_; // the channel descriptor of the element type, packed
    unsigned char dimensions_;
    bool normalized_float_;
    bool loaded_ = false; // the constructor's arguments have been read back; host only
};

namespace cuda_legacy {

//! A texture reference of elements T. `Type`: cudaTextureType1D; `Mode`: the element itself, or 8- and 16-bit integers
//! mapped to [0, 1] or [-1, 1].
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
        static_assert(Type == cudaTextureType1D,
                      "cuda_legacy: texture references of more than one dimension are not there yet: "
                      "see migration-notes/texture_reference.md for the texture object to use instead");
    }
};

} // namespace cuda_legacy

#include "detail/bound_reference.h"

#endif
