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
    #define CUDA_LEGACY_DETAIL_LOAD(mode, shape, place, coordinates, width, registers, operands)                       \
        asm volatile("suld.b." shape "." width "." mode " " registers ", [%[object], " place "];"                      \
                     : CUDA_LEGACY_DETAIL_LIST operands                                                                \
                     : [object] "l"(object), CUDA_LEGACY_DETAIL_LIST coordinates)
    #define CUDA_LEGACY_DETAIL_STORE(mode, shape, place, coordinates, width, registers, operands)                      \
        asm volatile("sust.b." shape "." width "." mode " [%[object], " place "], " registers ";"                      \
                     :                                                                                                 \
                     : [object] "l"(object), CUDA_LEGACY_DETAIL_LIST coordinates, CUDA_LEGACY_DETAIL_LIST operands     \
                     : "memory")
    #define CUDA_LEGACY_DETAIL_BY_MODE(instruction, shape, place, coordinates, width, registers, operands)             \
        switch (mode) {                                                                                                \
        case cudaBoundaryModeZero:                                                                                     \
            instruction("zero", shape, place, coordinates, width, registers, operands);                                \
            break;                                                                                                     \
        case cudaBoundaryModeClamp:                                                                                    \
            instruction("clamp", shape, place, coordinates, width, registers, operands);                               \
            break;                                                                                                     \
        default:                                                                                                       \
            instruction("trap", shape, place, coordinates, width, registers, operands);                                \
            break;                                                                                                     \
        }

    // Registers have 16 bits at least: `bits` is what a word of one component goes through.
    #define CUDA_LEGACY_DETAIL_SCALAR(Word, Bits, constraint, width, name, shape, place, parameters, coordinates)      \
        __device__ __forceinline__ void name##_load(Word& word, cudaSurfaceObject_t object,                            \
                                                    CUDA_LEGACY_DETAIL_LIST parameters, cudaSurfaceBoundaryMode mode)  \
        {                                                                                                              \
            Bits bits;                                                                                                 \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_LOAD, shape, place, coordinates, width, "{%[bits]}",         \
                                       ([bits] "=" constraint(bits)))                                                  \
            word = static_cast<Word>(bits);                                                                            \
        }                                                                                                              \
        __device__ __forceinline__ void name##_store(Word word, cudaSurfaceObject_t object,                            \
                                                     CUDA_LEGACY_DETAIL_LIST parameters, cudaSurfaceBoundaryMode mode) \
        {                                                                                                              \
            const Bits bits = word;                                                                                    \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_STORE, shape, place, coordinates, width, "{%[bits]}",        \
                                       ([bits] constraint(bits)))                                                      \
        }
    #define CUDA_LEGACY_DETAIL_VECTOR(Word, width, registers, loaded, stored, name, shape, place, parameters,          \
                                      coordinates)                                                                     \
        __device__ __forceinline__ void name##_load(Word& word, cudaSurfaceObject_t object,                            \
                                                    CUDA_LEGACY_DETAIL_LIST parameters,                                \
                                                    cudaSurfaceBoundaryMode mode){CUDA_LEGACY_DETAIL_BY_MODE(          \
            CUDA_LEGACY_DETAIL_LOAD, shape, place, coordinates, width, registers,                                      \
            loaded)} __device__ __forceinline__ void name##_store(Word word, cudaSurfaceObject_t object,               \
                                                                  CUDA_LEGACY_DETAIL_LIST parameters,                  \
                                                                  cudaSurfaceBoundaryMode mode)                        \
        {                                                                                                              \
            CUDA_LEGACY_DETAIL_BY_MODE(CUDA_LEGACY_DETAIL_STORE, shape, place, coordinates, width, registers, stored)  \
        }

    #define CUDA_LEGACY_DETAIL_SHAPE(name, ...)                                                                        \
        namespace cuda_legacy {                                                                                        \
        namespace detail {                                                                                             \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned char, unsigned short, "h", "b8", name, __VA_ARGS__)                         \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned short, unsigned short, "h", "b16", name, __VA_ARGS__)                       \
        CUDA_LEGACY_DETAIL_SCALAR(unsigned int, unsigned int, "r", "b32", name, __VA_ARGS__)                           \
        CUDA_LEGACY_DETAIL_VECTOR(uint2, "v2.b32", "{%[a], %[b]}", ([a] "=r"(word.x), [b] "=r"(word.y)),               \
                                  ([a] "r"(word.x), [b] "r"(word.y)), name, __VA_ARGS__)                               \
        CUDA_LEGACY_DETAIL_VECTOR(uint4, "v4.b32", "{%[a], %[b], %[c], %[d]}",                                         \
                                  ([a] "=r"(word.x), [b] "=r"(word.y), [c] "=r"(word.z), [d] "=r"(word.w)),            \
                                  ([a] "r"(word.x), [b] "r"(word.y), [c] "r"(word.z), [d] "r"(word.w)), name,          \
                                  __VA_ARGS__)                                                                         \
        }                                                                                                              \
        }
    #define CUDA_LEGACY_DETAIL_NAMES(name, as, parameters, arguments)                                                  \
        template <class T>                                                                                             \
        __device__ __forceinline__ T name##read(cudaSurfaceObject_t object, CUDA_LEGACY_DETAIL_LIST parameters,        \
                                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                   \
        {                                                                                                              \
            T word;                                                                                                    \
            cuda_legacy::detail::as##_load(word, object, CUDA_LEGACY_DETAIL_LIST arguments, mode);                     \
            return word;                                                                                               \
        }                                                                                                              \
        template <class T>                                                                                             \
        __device__ __forceinline__ void name##write(T word, cudaSurfaceObject_t object,                                \
                                                    CUDA_LEGACY_DETAIL_LIST parameters,                                \
                                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)               \
        {                                                                                                              \
            cuda_legacy::detail::as##_store(word, object, CUDA_LEGACY_DETAIL_LIST arguments, mode);                    \
        }

// The layer comes first in PTX; three coordinates fill four places. A cubemap's faces are layers.
CUDA_LEGACY_DETAIL_SHAPE(surf1D, "1d", "{%[x]}", (int x), ([x] "r"(x)))
CUDA_LEGACY_DETAIL_SHAPE(surf2D, "2d", "{%[x], %[y]}", (int x, int y), ([x] "r"(x), [y] "r"(y)))
CUDA_LEGACY_DETAIL_SHAPE(surf3D, "3d", "{%[x], %[y], %[z], %[z]}", (int x, int y, int z),
                         ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
CUDA_LEGACY_DETAIL_SHAPE(surf1DLayered, "a1d", "{%[layer], %[x]}", (int x, int layer), ([x] "r"(x), [layer] "r"(layer)))
CUDA_LEGACY_DETAIL_SHAPE(surf2DLayered, "a2d", "{%[layer], %[x], %[y], %[y]}", (int x, int y, int layer),
                         ([x] "r"(x), [y] "r"(y), [layer] "r"(layer)))
CUDA_LEGACY_DETAIL_NAMES(surf1D, surf1D, (int x), (x))
CUDA_LEGACY_DETAIL_NAMES(surf2D, surf2D, (int x, int y), (x, y))
CUDA_LEGACY_DETAIL_NAMES(surf3D, surf3D, (int x, int y, int z), (x, y, z))
CUDA_LEGACY_DETAIL_NAMES(surf1DLayered, surf1DLayered, (int x, int layer), (x, layer))
CUDA_LEGACY_DETAIL_NAMES(surf2DLayered, surf2DLayered, (int x, int y, int layer), (x, y, layer))
CUDA_LEGACY_DETAIL_NAMES(surfCubemap, surf2DLayered, (int x, int y, int face), (x, y, face))
CUDA_LEGACY_DETAIL_NAMES(surfCubemapLayered, surf2DLayered, (int x, int y, int layer_face), (x, y, layer_face))

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
