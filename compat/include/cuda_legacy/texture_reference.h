//! \file
//! Texture references: the struct textureReference and the template cuda_legacy::texture.
//!
//! Deprecated in the documentation of CUDA 10.1, gone since 12.0. Two back ends have one interface, and one macro
//! chooses: CUDA_LEGACY_OBJECT_REFERENCES, defined in every source of the program or in none.
//! - *native*, the default: the compiler's own texture type, bound by the driver's cuTexRef functions. `texture` is no
//!   macro, and every form of declaration that was tried and that CUDA 11.8 compiles does compile. Launches keep their
//!   binding without any help.
//! - *objects*: a reference is a `__constant__` variable of 136 bytes whose first eight hold a texture object. It is
//!   declared with the macro `texture` (cuda_legacy/texture_keyword.h, which says what the macro cannot do) or as
//!   `__constant__ cuda_legacy::texture<float, 2> t;`.
//! A fetch through either compiles to a fetch through a texture object passed as a kernel argument.
//!
//! Native is the default because nothing else takes old declarations as they are. A macro does not see where it stands.
//! Only the compiler can make a variable of the device out of `tex_t t;` or a static member, and leave the word
//! `texture` alone elsewhere. No header sees which a program needs before it is parsed, so the choice follows the
//! toolkit. It rests on two leftovers. nvcc still has the type, which no documentation names; an nvcc without it stops
//! at the header. The driver still has the functions, which are deprecated; programs built by CUDA 11.8 need them too.
//!
//! Objects rest on public API alone. They are chosen where nothing is known of the type: with CUDA 14 and later, with
//! Visual C++, and with clang as the CUDA compiler. Host sources of a program that clang compiles so have to define
//! CUDA_LEGACY_OBJECT_REFERENCES. They are also chosen where CUDA_LEGACY_NO_TEXTURE_KEYWORD or
//! CUDA_LEGACY_NO_SURFACE_KEYWORD is defined; that, too, belongs in every source. Define CUDA_LEGACY_NATIVE_REFERENCES
//! to ask for native references all the same. Where they are chosen, the header defines it.
//!
//! What differs from the original, with objects:
//! - Attributes that do not fit what is bound fail at the bind, or leave the old ones in force when they are written
//!   after it: linear filtering of an array of integers (cudaErrorInvalidFilterSetting), normalised reads of 32-bit
//!   elements, a value that is no mode. The original let the bind pass and failed at the launch, where nothing of ours
//!   can run. For linear memory, which is never filtered, it failed too; here the filter mode is ignored.
//! - A fetch through a reference that was unbound still reads what it was bound to; the original stopped the program
//!   with cudaErrorIllegalAddress.
//! With both, the fields convert to and from their types but are not of their types: `&t.filterMode` is no
//! `cudaTextureFilterMode*`, and `printf("%d", t.normalized)` needs a cast.
#ifndef CUDA_LEGACY_TEXTURE_REFERENCE_H
#define CUDA_LEGACY_TEXTURE_REFERENCE_H

#include <cstddef>

#include <cuda_runtime_api.h>

#include "detail/attribute.h"
#include "detail/back_end.h"
#include "detail/texel.h"

namespace cuda_legacy {
namespace detail {
struct reference_access;
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
        : normalized(other.normalized.raw(), 8)
        , filterMode(other.filterMode.raw(), 16)
        , addressMode{{other.addressMode[0].raw(), 24},
                      {other.addressMode[1].raw(), 32},
                      {other.addressMode[2].raw(), 40}}
        , sRGB(other.sRGB.raw(), 48)
        , maxAnisotropy(other.maxAnisotropy.raw(), 56)
        , mipmapFilterMode(other.mipmapFilterMode.raw(), 64)
        , mipmapLevelBias(other.mipmapLevelBias.raw(), 72)
        , minMipmapLevelClamp(other.minMipmapLevelClamp.raw(), 80)
        , maxMipmapLevelClamp(other.maxMipmapLevelClamp.raw(), 88)
        , disableTrilinearOptimization(other.disableTrilinearOptimization.raw(), 96)
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
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
protected:
    const void* module_ = nullptr; // a kernel of the same module
#endif
};

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

    #include "detail/modules.h"

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

#include "detail/bound_reference.h"

#endif
