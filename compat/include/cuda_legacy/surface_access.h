/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Reads and writes through surface references, in device code.
//!
//! Each function makes the access of the same name through a surface object.
//!
//! \param reference the surface reference, bound to an array of the same dimensions
//! \param x the column in bytes, not in texels
//! \param y the row; `z` is the slice. `layer` and `face` are numbers.
//! \param size the number of bytes to move: 1, 2, 4, 8 or 16, whatever the type. The forms without a size move one `T`.
//! \param mode the effect of an access outside of the surface. cudaBoundaryModeTrap, the default, stops the program.
//!         cudaBoundaryModeClamp accesses the nearest texel. cudaBoundaryModeZero reads 0 and writes nothing.
//!
//! The type of a surface reference is void; the type of an access is free. No function returns an error code.
//!
//! Now: the functions of the same name, with a cudaSurfaceObject_t in place of the reference.
//! Note: migration-notes/surface_reference.md.
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

//! Reads from a surface reference. The functions have two forms: one returns the value, and one writes the value to
//! *result.
//!
//! \return the value at the coordinates
//!
//! Difference: none.
//! Now: the function of the same name with a cudaSurfaceObject_t.
CUDA_LEGACY_DETAIL_READ(surf1Dread, cudaSurfaceType1D, (int x), (x))
CUDA_LEGACY_DETAIL_READ(surf2Dread, cudaSurfaceType2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_READ(surf3Dread, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_READ(surf1DLayeredread, cudaSurfaceType1DLayered, (int x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_READ(surf2DLayeredread, cudaSurfaceType2DLayered, (int x, int y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_READ(surfCubemapread, cudaSurfaceTypeCubemap, (int x, int y, int __face), (x, y, __face))
CUDA_LEGACY_DETAIL_READ(surfCubemapLayeredread, cudaSurfaceTypeCubemapLayered, (int x, int y, int __layer_face),
                        (x, y, __layer_face))

//! Writes a value to a surface reference.
//!
//! \param value the value to write
//!
//! Difference: none.
//! Now: the function of the same name with a cudaSurfaceObject_t.
CUDA_LEGACY_DETAIL_WRITE(surf1Dwrite, cudaSurfaceType1D, (int x), (x))
//! Writes one value to a two-dimensional surface reference.
//!
//! \param value the value to write
//! \param x the column in bytes: the column in texels times the size of a texel
//! \param y the row
//!
//! Difference: none.
//! Now: surf2Dwrite with a cudaSurfaceObject_t.
//!
//! \code{.cu}
//! surface<void, cudaSurfaceType2D> output;
//!
//! __global__ void fill(float value, int width, int height)
//! {
//!     const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
//!     if (column < width && row < height) surf2Dwrite(value, output, column * (int)sizeof(float), row);
//! }
//!
//! cudaError_t bind(cudaArray_t* array, size_t width, size_t height)
//! {
//!     const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
//!     cudaError_t error = cudaMallocArray(array, &desc, width, height, cudaArraySurfaceLoadStore);
//!     return error == cudaSuccess ? cudaBindSurfaceToArray(output, *array) : error;
//! }
//! \endcode
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
