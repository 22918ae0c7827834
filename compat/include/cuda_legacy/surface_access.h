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

#define CUDA_LEGACY_DETAIL_READ(name, kind, parameters, arguments)                                                     \
    template <class T>                                                                                                 \
    __device__ __forceinline__ T name(cuda_legacy::detail::surface_argument<kind> reference,                           \
                                      CUDA_LEGACY_DETAIL_IN_PARENTHESES parameters,                                    \
                                      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                        \
    {                                                                                                                  \
        T result;                                                                                                      \
        cuda_legacy::detail::word_to(&result,                                                                          \
                                     name<typename cuda_legacy::detail::surface_word<sizeof(T)>::type>(                \
                                         static_cast<cudaSurfaceObject_t>(cuda_legacy::detail::handle_of(reference)),  \
                                         CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));                          \
        return result;                                                                                                 \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    __device__ __forceinline__ void name(T* result, cuda_legacy::detail::surface_argument<kind> reference,             \
                                         CUDA_LEGACY_DETAIL_IN_PARENTHESES parameters,                                 \
                                         enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                     \
    {                                                                                                                  \
        *result = name<T>(reference, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);                               \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    __device__ __forceinline__ void name(T* result, cuda_legacy::detail::surface_argument<kind> reference,             \
                                         CUDA_LEGACY_DETAIL_IN_PARENTHESES parameters, int size,                       \
                                         enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                     \
    {                                                                                                                  \
        const cudaSurfaceObject_t object = cuda_legacy::detail::handle_of(reference);                                  \
        using cuda_legacy::detail::word_to;                                                                            \
        switch (size) {                                                                                                \
        case 1:                                                                                                        \
            word_to(result, name<unsigned char>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));           \
            break;                                                                                                     \
        case 2:                                                                                                        \
            word_to(result, name<unsigned short>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));          \
            break;                                                                                                     \
        case 4:                                                                                                        \
            word_to(result, name<unsigned int>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));            \
            break;                                                                                                     \
        case 8:                                                                                                        \
            word_to(result, name<uint2>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));                   \
            break;                                                                                                     \
        case 16:                                                                                                       \
            word_to(result, name<uint4>(object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode));                   \
            break;                                                                                                     \
        default:                                                                                                       \
            break;                                                                                                     \
        }                                                                                                              \
    }

#define CUDA_LEGACY_DETAIL_WRITE(name, kind, parameters, arguments)                                                    \
    template <class T>                                                                                                 \
    __device__ __forceinline__ void name(T value, cuda_legacy::detail::surface_argument<kind> reference,               \
                                         CUDA_LEGACY_DETAIL_IN_PARENTHESES parameters,                                 \
                                         enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                     \
    {                                                                                                                  \
        using word = typename cuda_legacy::detail::surface_word<sizeof(T)>::type;                                      \
        name(cuda_legacy::detail::word_from<word>(&value),                                                             \
             static_cast<cudaSurfaceObject_t>(cuda_legacy::detail::handle_of(reference)),                              \
             CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);                                                       \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    __device__ __forceinline__ void name(T value, cuda_legacy::detail::surface_argument<kind> reference,               \
                                         CUDA_LEGACY_DETAIL_IN_PARENTHESES parameters, int size,                       \
                                         enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                     \
    {                                                                                                                  \
        const cudaSurfaceObject_t object = cuda_legacy::detail::handle_of(reference);                                  \
        using cuda_legacy::detail::word_from;                                                                          \
        switch (size) {                                                                                                \
        case 1:                                                                                                        \
            name(word_from<unsigned char>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);         \
            break;                                                                                                     \
        case 2:                                                                                                        \
            name(word_from<unsigned short>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);        \
            break;                                                                                                     \
        case 4:                                                                                                        \
            name(word_from<unsigned int>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);          \
            break;                                                                                                     \
        case 8:                                                                                                        \
            name(word_from<uint2>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);                 \
            break;                                                                                                     \
        case 16:                                                                                                       \
            name(word_from<uint4>(&value), object, CUDA_LEGACY_DETAIL_IN_PARENTHESES arguments, mode);                 \
            break;                                                                                                     \
        default:                                                                                                       \
            break;                                                                                                     \
        }                                                                                                              \
    }

CUDA_LEGACY_DETAIL_READ(surf1Dread, cudaSurfaceType1D, (int x), (x))
CUDA_LEGACY_DETAIL_READ(surf2Dread, cudaSurfaceType2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_READ(surf3Dread, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_READ(surf1DLayeredread, cudaSurfaceType1DLayered, (int x, int layer), (x, layer))
CUDA_LEGACY_DETAIL_READ(surf2DLayeredread, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer))
CUDA_LEGACY_DETAIL_READ(surfCubemapread, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, face))
CUDA_LEGACY_DETAIL_READ(surfCubemapLayeredread, cudaSurfaceTypeCubemapLayered, (int x, int y, int layer_face),
                        (x, y, layer_face))

CUDA_LEGACY_DETAIL_WRITE(surf1Dwrite, cudaSurfaceType1D, (int x), (x))
CUDA_LEGACY_DETAIL_WRITE(surf2Dwrite, cudaSurfaceType2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_WRITE(surf3Dwrite, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_WRITE(surf1DLayeredwrite, cudaSurfaceType1DLayered, (int x, int layer), (x, layer))
CUDA_LEGACY_DETAIL_WRITE(surf2DLayeredwrite, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer))
CUDA_LEGACY_DETAIL_WRITE(surfCubemapwrite, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, face))
CUDA_LEGACY_DETAIL_WRITE(surfCubemapLayeredwrite, cudaSurfaceTypeCubemapLayered, (int x, int y, int layer_face),
                         (x, y, layer_face))

#undef CUDA_LEGACY_DETAIL_WRITE
#undef CUDA_LEGACY_DETAIL_READ
#undef CUDA_LEGACY_DETAIL_IN_PARENTHESES

#endif
