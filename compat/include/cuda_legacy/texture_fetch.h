/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Fetches through texture references, in device code.
//!
//! Each is the fetch of the same name through a texture object, with the same coordinates: texel numbers for tex1Dfetch
//! (linear memory; outside of the binding it reads 0); texels, or fractions when normalised, for the others. A layer
//! outside is clamped. Integers of 8 and 16 bits are returned as they are, or as float for cudaReadModeNormalizedFloat.
//! tex2Dgather returns one component of four texels. Note: migration-notes/texture_reference.md.
#ifndef CUDA_LEGACY_TEXTURE_FETCH_H
    #define CUDA_LEGACY_TEXTURE_FETCH_H

    #include <cuda_runtime.h>

    #include "detail/handle.h"
    #include "texture_reference.h"

    #define CUDA_LEGACY_DETAIL_IN_PARENTHESES(...) __VA_ARGS__

    #define CUDA_LEGACY_DETAIL_FETCH_AS(result, name, kind, __parameters, __arguments)                                 \
        template <class _Tp, enum cudaTextureReadMode _Mode>                                                           \
        __device__ __forceinline__ typename cuda_legacy::__detail::result<_Tp, _Mode>::type name(                      \
            cuda_legacy::__detail::__texture_argument<_Tp, kind, _Mode> reference,                                     \
            CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters)                                                            \
        {                                                                                                              \
            return name<typename cuda_legacy::__detail::result<_Tp, _Mode>::type>(                                     \
                static_cast<cudaTextureObject_t>(cuda_legacy::__detail::__handle_of(reference)),                       \
                CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments);                                                        \
        }
    #define CUDA_LEGACY_DETAIL_FETCH(name, kind, __parameters, __arguments)                                            \
        CUDA_LEGACY_DETAIL_FETCH_AS(__fetched, name, kind, __parameters, __arguments)

CUDA_LEGACY_DETAIL_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x))
CUDA_LEGACY_DETAIL_FETCH(tex1D, cudaTextureType1D, (float x), (x))
CUDA_LEGACY_DETAIL_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
CUDA_LEGACY_DETAIL_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
CUDA_LEGACY_DETAIL_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
CUDA_LEGACY_DETAIL_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int __layer),
                         (x, y, z, __layer))

// A component that the texel does not have is the first one.
CUDA_LEGACY_DETAIL_FETCH_AS(__gathered, tex2Dgather, cudaTextureType2D, (float x, float y, int __component = 0),
    (x, y, __component > 0 && __component < cuda_legacy::__detail::__texel_channels<_Tp>::value ? __component : 0))

CUDA_LEGACY_DETAIL_FETCH(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
CUDA_LEGACY_DETAIL_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level))
CUDA_LEGACY_DETAIL_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
CUDA_LEGACY_DETAIL_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, (float x, int __layer, float level),
                         (x, __layer, level))
CUDA_LEGACY_DETAIL_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, (float x, float y, int __layer, float level),
                         (x, y, __layer, level))
CUDA_LEGACY_DETAIL_FETCH(texCubemapLod, cudaTextureTypeCubemap, (float x, float y, float z, float level),
                         (x, y, z, level))
CUDA_LEGACY_DETAIL_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered,
                         (float x, float y, float z, int __layer, float level), (x, y, z, __layer, level))

CUDA_LEGACY_DETAIL_FETCH(tex1DGrad, cudaTextureType1D, (float x, float __dx, float __dy), (x, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(tex2DGrad, cudaTextureType2D, (float x, float y, float2 __dx, float2 __dy), (x, y, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 __dx, float4 __dy),
                         (x, y, z, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int __layer, float __dx, float __dy),
                         (x, __layer, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(tex2DLayeredGrad, cudaTextureType2DLayered,
                         (float x, float y, int __layer, float2 __dx, float2 __dy), (x, y, __layer, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(texCubemapGrad, cudaTextureTypeCubemap, (float x, float y, float z, float4 __dx, float4 __dy),
                         (x, y, z, __dx, __dy))
CUDA_LEGACY_DETAIL_FETCH(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered,
                         (float x, float y, float z, int __layer, float4 __dx, float4 __dy),
                         (x, y, z, __layer, __dx, __dy))

    #undef CUDA_LEGACY_DETAIL_FETCH
    #undef CUDA_LEGACY_DETAIL_FETCH_AS
    #undef CUDA_LEGACY_DETAIL_IN_PARENTHESES

#endif
