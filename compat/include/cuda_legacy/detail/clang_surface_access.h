// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes through surface objects for clang as the CUDA compiler, which has none of its own before clang 21:
// each function is one PTX instruction. For the words of surface_word.h alone, which is all that surface_access.h asks
// for.
#ifndef CUDA_LEGACY_DETAIL_CLANG_SURFACE_ACCESS_H
#define CUDA_LEGACY_DETAIL_CLANG_SURFACE_ACCESS_H

#include <cuda_runtime.h>

#if defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__) && __clang_major__ < 21

    #define CUDA_LEGACY_DETAIL_LIST(...) __VA_ARGS__

    // One instruction: its mode, the shape, the coordinates as PTX writes them, their operands; the word's width, its
    // registers as PTX writes them, and their operands.
    #define CUDA_LEGACY_DETAIL_LOAD(mode, __shape, __place, __coordinates, width, __registers, __operands)             \
        asm volatile("suld.b." __shape "." width "." mode " " __registers ", [%[object], " __place "];"                \
                     : CUDA_LEGACY_DETAIL_LIST __operands                                                              \
                     : [object] "l"(object), CUDA_LEGACY_DETAIL_LIST __coordinates)
    #define CUDA_LEGACY_DETAIL_STORE(mode, __shape, __place, __coordinates, width, __registers, __operands)            \
        asm volatile("sust.b." __shape "." width "." mode " [%[object], " __place "], " __registers ";"                \
                     :                                                                                                 \
                     : [object] "l"(object), CUDA_LEGACY_DETAIL_LIST __coordinates, CUDA_LEGACY_DETAIL_LIST __operands \
                     : "memory")
    #define CUDA_LEGACY_DETAIL_BY_MODE(__instruction, __shape, __place, __coordinates, width, __registers, __operands) \
        switch (mode) {                                                                                                \
        case cudaBoundaryModeZero:                                                                                     \
            __instruction("zero", __shape, __place, __coordinates, width, __registers, __operands);                    \
            break;                                                                                                     \
        case cudaBoundaryModeClamp:                                                                                    \
            __instruction("clamp", __shape, __place, __coordinates, width, __registers, __operands);                   \
            break;                                                                                                     \
        default:                                                                                                       \
            __instruction("trap", __shape, __place, __coordinates, width, __registers, __operands);                    \
            break;                                                                                                     \
        }

    // Registers have 16 bits at least: `bits` is what a word of one component goes through.
    #define CUDA_LEGACY_DETAIL_SCALAR(_Word, _Bits, __constraint, width, name, __shape, __place, __parameters,         \
                                      __coordinates)                                                                   \
        __device__ __forceinline__ void name##_load(_Word& __word, cudaSurfaceObject_t object,                         \
                                                    CUDA_LEGACY_DETAIL_LIST __parameters,                              \
                                                    cudaSurfaceBoundaryMode mode)                                      \
        {                                                                                                              \
            _Bits __bits;                                                                                              \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_LOAD, __shape, __place, __coordinates, width, "{%[__bits]}", \
                                       ([__bits] "=" __constraint(__bits)))                                            \
            __word = static_cast<_Word>(__bits);                                                                       \
        }                                                                                                              \
        __device__ __forceinline__ void name##_store(_Word __word, cudaSurfaceObject_t object,                         \
                                                     CUDA_LEGACY_DETAIL_LIST __parameters,                             \
                                                     cudaSurfaceBoundaryMode mode)                                     \
        {                                                                                                              \
            const _Bits __bits = __word;                                                                               \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_STORE, __shape, __place, __coordinates, width,               \
                                       "{%[__bits]}", ([__bits] __constraint(__bits)))                                 \
        }
    #define CUDA_LEGACY_DETAIL_VECTOR(_Word, width, __registers, __loaded, __stored, name, __shape, __place,           \
                                      __parameters, __coordinates)                                                     \
        __device__ __forceinline__ void name##_load(_Word& __word, cudaSurfaceObject_t object,                         \
                                                    CUDA_LEGACY_DETAIL_LIST __parameters,                              \
                                                    cudaSurfaceBoundaryMode mode){CUDA_LEGACY_DETAIL_BY_MODE(          \
            CUDA_LEGACY_DETAIL_LOAD, __shape, __place, __coordinates, width, __registers,                              \
            __loaded)} __device__ __forceinline__ void name##_store(_Word __word, cudaSurfaceObject_t object,          \
                                                                    CUDA_LEGACY_DETAIL_LIST __parameters,              \
                                                                    cudaSurfaceBoundaryMode mode)                      \
        {                                                                                                              \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_STORE, __shape, __place, __coordinates, width, __registers,  \
                                       __stored)                                                                       \
        }

    #define CUDA_LEGACY_DETAIL_SHAPE(name, ...)                                                                        \
        namespace cuda_legacy {                                                                                        \
        namespace __detail {                                                                                           \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned char, unsigned short, "h", "b8", name, __VA_ARGS__)                         \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned short, unsigned short, "h", "b16", name, __VA_ARGS__)                       \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned int, unsigned int, "r", "b32", name, __VA_ARGS__)                           \
        CUDA_LEGACY_DETAIL_VECTOR(uint2, "v2.b32", "{%[__a], %[__b]}", ([__a] "=r"(__word.x), [__b] "=r"(__word.y)),   \
                                  ([__a] "r"(__word.x), [__b] "r"(__word.y)), name, __VA_ARGS__)                       \
        CUDA_LEGACY_DETAIL_VECTOR(                                                                                     \
            uint4, "v4.b32", "{%[__a], %[__b], %[__c], %[__d]}",                                                       \
            ([__a] "=r"(__word.x), [__b] "=r"(__word.y), [__c] "=r"(__word.z), [__d] "=r"(__word.w)),                  \
            ([__a] "r"(__word.x), [__b] "r"(__word.y), [__c] "r"(__word.z), [__d] "r"(__word.w)), name, __VA_ARGS__)   \
        }                                                                                                              \
        }
    #define CUDA_LEGACY_DETAIL_NAMES(name, __as, __parameters, __arguments)                                            \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ _Tp name##read(cudaSurfaceObject_t object, CUDA_LEGACY_DETAIL_LIST __parameters,    \
                                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
        {                                                                                                              \
            _Tp __word;                                                                                                \
            cuda_legacy::__detail::__as##_load(__word, object, CUDA_LEGACY_DETAIL_LIST __arguments, mode);             \
            return __word;                                                                                             \
        }                                                                                                              \
        template <class _Tp>                                                                                           \
        __device__ __forceinline__ void name##write(_Tp __word, cudaSurfaceObject_t object,                            \
                                                    CUDA_LEGACY_DETAIL_LIST __parameters,                              \
                                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)               \
        {                                                                                                              \
            cuda_legacy::__detail::__as##_store(__word, object, CUDA_LEGACY_DETAIL_LIST __arguments, mode);            \
        }

// The layer comes first in PTX; three coordinates fill four places. A cubemap's faces are layers.
CUDA_LEGACY_DETAIL_SHAPE(surf1D, "1d", "{%[x]}", (int x), ([x] "r"(x)))
CUDA_LEGACY_DETAIL_SHAPE(surf2D, "2d", "{%[x], %[y]}", (int x, int y), ([x] "r"(x), [y] "r"(y)))
CUDA_LEGACY_DETAIL_SHAPE(surf3D, "3d", "{%[x], %[y], %[z], %[z]}", (int x, int y, int z),
                         ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
CUDA_LEGACY_DETAIL_SHAPE(surf1DLayered, "a1d", "{%[__layer], %[x]}", (int x, int __layer),
                         ([x] "r"(x), [__layer] "r"(__layer)))
CUDA_LEGACY_DETAIL_SHAPE(surf2DLayered, "a2d", "{%[__layer], %[x], %[y], %[y]}", (int x, int y, int __layer),
                         ([x] "r"(x), [y] "r"(y), [__layer] "r"(__layer)))
CUDA_LEGACY_DETAIL_NAMES(surf1D, surf1D, (int x), (x))
CUDA_LEGACY_DETAIL_NAMES(surf2D, surf2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_NAMES(surf3D, surf3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_NAMES(surf1DLayered, surf1DLayered, (int x, int __layer), (x, __layer))
CUDA_LEGACY_DETAIL_NAMES(surf2DLayered, surf2DLayered, (int x, int y, int __layer), (x, y, __layer))
CUDA_LEGACY_DETAIL_NAMES(surfCubemap, surf2DLayered, (int x, int y, int __face), (x, y, __face))
CUDA_LEGACY_DETAIL_NAMES(surfCubemapLayered, surf2DLayered, (int x, int y, int __layer_face), (x, y, __layer_face))

    #undef CUDA_LEGACY_DETAIL_NAMES
    #undef CUDA_LEGACY_DETAIL_SHAPE
    #undef CUDA_LEGACY_DETAIL_VECTOR
    #undef CUDA_LEGACY_DETAIL_SCALAR
    #undef CUDA_LEGACY_DETAIL_BY_MODE
    #undef CUDA_LEGACY_DETAIL_STORE
    #undef CUDA_LEGACY_DETAIL_LOAD
    #undef CUDA_LEGACY_DETAIL_LIST

#endif

#endif
