/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Fetches through texture references, in device code.
//!
//! Each function makes the fetch of the same name through a texture object, with the same coordinates. No function
//! returns an error code.
//!
//! - `reference` is the texture reference, bound to memory of the same dimensions.
//! - `x`, `y` and `z` are coordinates in texels. They are fractions of the width, height and depth if the attribute
//!   `normalized` is set. The three coordinates of a cubemap are a direction.
//! - `layer` is the number of a layer. A number outside is clamped.
//! - `level` is a mipmap level.
//!
//! A fetch of 8-bit or 16-bit integers returns the integer. With cudaReadModeNormalizedFloat it returns a float.
//!
//! Now: the functions of the same name, with the type as a template argument and a cudaTextureObject_t as first
//! argument.
//! Note: migration-notes/texture_reference.md.
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

//! Fetches one texel of linear memory.
//!
//! \param reference a texture reference that is bound by cudaBindTexture
//! \param x the number of the texel. A texel outside of the binding reads 0.
//! \return the texel, or a float for cudaReadModeNormalizedFloat
//!
//! Difference: none.
//! Now: `tex1Dfetch<T>(object, x)`, or a plain load through a `const __restrict__` pointer.
//!
//! \code{.cu}
//! texture<int, 1> indices;
//!
//! __global__ void gather(float* out, const float* in, int n)
//! {
//!     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n) out[i] = in[tex1Dfetch(indices, i)];
//! }
//! \endcode
CUDA_LEGACY_DETAIL_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x))
//! Fetches from a one-dimensional CUDA array.
//!
//! \param reference a texture reference that is bound to a one-dimensional array
//! \param x the coordinate, in texels or normalised
//! \return the texel, or a filtered value for cudaFilterModeLinear
//!
//! Now: `tex1D<T>(object, x)`.
CUDA_LEGACY_DETAIL_FETCH(tex1D, cudaTextureType1D, (float x), (x))
//! Fetches from a two-dimensional CUDA array or from pitched memory.
//!
//! \param reference a texture reference that is bound by cudaBindTexture2D or cudaBindTextureToArray
//! \param x the column, in texels or normalised. The centre of a texel has the fraction 0.5.
//! \param y the row, in texels or normalised
//! \return the texel, or a filtered value for cudaFilterModeLinear
//!
//! Difference: none.
//! Now: `tex2D<T>(object, x, y)`.
//!
//! \code{.cu}
//! texture<float, cudaTextureType2D, cudaReadModeElementType> picture;
//!
//! __global__ void shrink(float* out, int width, int height)
//! {
//!     const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
//!     if (column >= width || row >= height) return;
//!     out[row * width + column] = tex2D(picture, 2 * column + 1.0f, 2 * row + 1.0f);
//! }
//! \endcode
CUDA_LEGACY_DETAIL_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
//! Fetches from an array of another shape: three-dimensional, layered or a cubemap.
//!
//! \return the texel, or a filtered value for cudaFilterModeLinear
//!
//! Now: the function of the same name with a cudaTextureObject_t.
CUDA_LEGACY_DETAIL_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
CUDA_LEGACY_DETAIL_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
CUDA_LEGACY_DETAIL_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int __layer),
                         (x, y, z, __layer))

//! Fetches one component of the four texels around a point.
//!
//! \param x the column, in texels or normalised
//! \param y the row, in texels or normalised
//! \param component the component, from 0. A component that the texel does not have counts as 0.
//! \return four values of that component, in the order of tex2Dgather for texture objects
//!
//! Now: `tex2Dgather<T>(object, x, y, component)`.
CUDA_LEGACY_DETAIL_FETCH_AS(__gathered, tex2Dgather, cudaTextureType2D, (float x, float y, int __component = 0),
    (x, y, __component > 0 && __component < cuda_legacy::__detail::__texel_channels<_Tp>::value ? __component : 0))

//! Fetches from a given level of a mipmapped array.
//!
//! \param level the mipmap level, from 0. The attributes of the reference clamp the level.
//! \return the texel, or a filtered value
//!
//! Now: the function of the same name with a cudaTextureObject_t.
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

//! Fetches from the level of a mipmapped array that fits the derivatives of the coordinates.
//!
//! \param dx the derivative of the coordinates along x of the screen
//! \param dy the derivative of the coordinates along y of the screen
//! \return the texel, or a filtered value
//!
//! Now: the function of the same name with a cudaTextureObject_t.
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
