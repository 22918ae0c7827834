/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Reads and writes through surface references, in device code.
//!
//! Each is the access of the same name through a surface object. `x` counts bytes, all others texels, layers or faces.
//! The forms with a `size` move that many bytes, of 1, 2, 4, 8 or 16, whatever the type. The boundary mode says what an
//! access outside does: trap (the default) stops the program, clamp takes the nearest texel, zero reads 0 and writes
//! nothing. Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_ACCESS_H
    #define CUDA_LEGACY_SURFACE_ACCESS_H

    #include <cuda_runtime.h>

    #include "detail/clang_surface_access.h"
    #include "detail/handle.h"
    #include "detail/surface_word.h"
    #include "surface_reference.h"

    #define CUDA_LEGACY_DETAIL_IN_PARENTHESES(...) __VA_ARGS__

    #define CUDA_LEGACY_DETAIL_READ(name, kind, __parameters, __arguments)                                             \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ _Tp name(cuda_legacy::__detail::__surface_argument<kind> reference,                 \
                                            CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters,                            \
                                            enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                  \
        {                                                                                                              \
            _Tp result;                                                                                                \
            cuda_legacy::__detail::__word_to(                                                                          \
                &result, name<typename cuda_legacy::__detail::__surface_word<sizeof(_Tp)>::type>(                      \
                             static_cast<cudaSurfaceObject_t>(cuda_legacy::__detail::__handle_of(reference)),          \
                             CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));                                    \
            return result;                                                                                             \
        }                                                                                                              \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ void name(_Tp* result, cuda_legacy::__detail::__surface_argument<kind> reference,   \
                                             CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters,                           \
                                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
        {                                                                                                              \
            *result = name<_Tp>(reference, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode);                       \
        }                                                                                                              \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ void name(_Tp* result, cuda_legacy::__detail::__surface_argument<kind> reference,   \
                                             CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters, int size,                 \
                                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
        {                                                                                                              \
            const cudaSurfaceObject_t object = cuda_legacy::__detail::__handle_of(reference);                          \
            using cuda_legacy::__detail::__word_to;                                                                    \
            switch (size) {                                                                                            \
            case 1:                                                                                                    \
                __word_to(result, name<unsigned char>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));   \
                break;                                                                                                 \
            case 2:                                                                                                    \
                __word_to(result, name<unsigned short>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));  \
                break;                                                                                                 \
            case 4:                                                                                                    \
                __word_to(result, name<unsigned int>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));    \
                break;                                                                                                 \
            case 8:                                                                                                    \
                __word_to(result, name<uint2>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));           \
                break;                                                                                                 \
            case 16:                                                                                                   \
                __word_to(result, name<uint4>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode));           \
                break;                                                                                                 \
            default:                                                                                                   \
                break;                                                                                                 \
            }                                                                                                          \
        }

    #define CUDA_LEGACY_DETAIL_WRITE(name, kind, __parameters, __arguments)                                            \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ void name(_Tp value, cuda_legacy::__detail::__surface_argument<kind> reference,     \
                                             CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters,                           \
                                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
        {                                                                                                              \
            using __word = typename cuda_legacy::__detail::__surface_word<sizeof(_Tp)>::type;                          \
            name(cuda_legacy::__detail::__word_from<__word>(&value),                                                   \
                 static_cast<cudaSurfaceObject_t>(cuda_legacy::__detail::__handle_of(reference)),                      \
                 CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode);                                                 \
        }                                                                                                              \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ void name(_Tp value, cuda_legacy::__detail::__surface_argument<kind> reference,     \
                                             CUDA_LEGACY_DETAIL_IN_PARENTHESES __parameters, int size,                 \
                                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
        {                                                                                                              \
            const cudaSurfaceObject_t object = cuda_legacy::__detail::__handle_of(reference);                          \
            using cuda_legacy::__detail::__word_from;                                                                  \
            switch (size) {                                                                                            \
            case 1:                                                                                                    \
                name(__word_from<unsigned char>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode); \
                break;                                                                                                 \
            case 2:                                                                                                    \
                name(__word_from<unsigned short>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments,       \
                     mode);                                                                                            \
                break;                                                                                                 \
            case 4:                                                                                                    \
                name(__word_from<unsigned int>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode);  \
                break;                                                                                                 \
            case 8:                                                                                                    \
                name(__word_from<uint2>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode);         \
                break;                                                                                                 \
            case 16:                                                                                                   \
                name(__word_from<uint4>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES __arguments, mode);         \
                break;                                                                                                 \
            default:                                                                                                   \
                break;                                                                                                 \
            }                                                                                                          \
        }

CUDA_LEGACY_DETAIL_READ(surf1Dread, cudaSurfaceType1D, (int x), (x))
CUDA_LEGACY_DETAIL_READ(surf2Dread, cudaSurfaceType2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_READ(surf3Dread, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_READ(surf1DLayeredread, cudaSurfaceType1DLayered, (int x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_READ(surf2DLayeredread, cudaSurfaceType2DLayered, (int x, int y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_READ(surfCubemapread, cudaSurfaceTypeCubemap, (int x, int y, int __face), (x, y, __face))
CUDA_LEGACY_DETAIL_READ(surfCubemapLayeredread, cudaSurfaceTypeCubemapLayered, (int x, int y, int __layer_face),
                        (x, y, __layer_face))

CUDA_LEGACY_DETAIL_WRITE(surf1Dwrite, cudaSurfaceType1D, (int x), (x))
CUDA_LEGACY_DETAIL_WRITE(surf2Dwrite, cudaSurfaceType2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_WRITE(surf3Dwrite, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_WRITE(surf1DLayeredwrite, cudaSurfaceType1DLayered, (int x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_WRITE(surf2DLayeredwrite, cudaSurfaceType2DLayered, (int x, int y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_WRITE(surfCubemapwrite, cudaSurfaceTypeCubemap, (int x, int y, int __face), (x, y, __face))
CUDA_LEGACY_DETAIL_WRITE(surfCubemapLayeredwrite, cudaSurfaceTypeCubemapLayered, (int x, int y, int __layer_face),
                         (x, y, __layer_face))

    #undef CUDA_LEGACY_DETAIL_WRITE
    #undef CUDA_LEGACY_DETAIL_READ
    #undef CUDA_LEGACY_DETAIL_IN_PARENTHESES

#endif
