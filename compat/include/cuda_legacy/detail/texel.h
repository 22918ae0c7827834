// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types that texture references take, with channels and fetched types as the original templates had them.
#ifndef CUDA_LEGACY_DETAIL_TEXEL_H
#define CUDA_LEGACY_DETAIL_TEXEL_H

#include <cuda_runtime_api.h>

namespace cuda_legacy {
namespace __detail {

// A channel descriptor in 27 bits: four widths of at most 63 bits and the kind.
constexpr unsigned int __packed_desc(cudaChannelFormatDesc desc)
{
    return (static_cast<unsigned int>(desc.x) & 63u) | (static_cast<unsigned int>(desc.y) & 63u) << 6 |
           (static_cast<unsigned int>(desc.z) & 63u) << 12 | (static_cast<unsigned int>(desc.w) & 63u) << 18 |
           static_cast<unsigned int>(desc.f) << 24;
}

// cudaCreateChannelDesc<T>(), as a constant: a `__constant__` variable is initialised at compile time. Like the
// original, a type that no texture can hold is declared without complaint and refused when it is bound.
template <class _Tp>
struct __texel {
    static constexpr cudaChannelFormatDesc desc() { return {0, 0, 0, 0, cudaChannelFormatKindNone}; }
};

#define CUDA_LEGACY_DETAIL_TEXEL(type, __gathered_type, x, y, z, w, kind)                                              \
    template <>                                                                                                        \
    struct __texel<type> {                                                                                             \
        using __element = type;                                                                                        \
        using __gathered = __gathered_type;                                                                            \
        static constexpr cudaChannelFormatDesc desc() { return {x, y, z, w, cudaChannelFormatKind##kind}; }            \
    };
#define CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(type, __gathered_type, __fetched, x, y, z, w, kind)                        \
    template <>                                                                                                        \
    struct __texel<type> {                                                                                             \
        using __element = type;                                                                                        \
        using normalized = __fetched;                                                                                  \
        using __gathered = __gathered_type;                                                                            \
        static constexpr cudaChannelFormatDesc desc() { return {x, y, z, w, cudaChannelFormatKind##kind}; }            \
    };

#if defined(__CHAR_UNSIGNED__) || defined(_CHAR_UNSIGNED)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(char, char4, float, 8, 0, 0, 0, Unsigned)
#else
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(char, char4, float, 8, 0, 0, 0, Signed)
#endif
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(signed char, char4, float, 8, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(unsigned char, uchar4, float, 8, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(char1, char4, float1, 8, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(uchar1, uchar4, float1, 8, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(char2, char4, float2, 8, 8, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(uchar2, uchar4, float2, 8, 8, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(char4, char4, float4, 8, 8, 8, 8, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(uchar4, uchar4, float4, 8, 8, 8, 8, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(short, short4, float, 16, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(unsigned short, ushort4, float, 16, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(short1, short4, float1, 16, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(ushort1, ushort4, float1, 16, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(short2, short4, float2, 16, 16, 0, 0, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(ushort2, ushort4, float2, 16, 16, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(short4, short4, float4, 16, 16, 16, 16, Signed)
CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL(ushort4, ushort4, float4, 16, 16, 16, 16, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(int, int4, 32, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(unsigned int, uint4, 32, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(int1, int4, 32, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(uint1, uint4, 32, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(int2, int4, 32, 32, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(uint2, uint4, 32, 32, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(int4, int4, 32, 32, 32, 32, Signed)
CUDA_LEGACY_DETAIL_TEXEL(uint4, uint4, 32, 32, 32, 32, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(float, float4, 32, 0, 0, 0, Float)
CUDA_LEGACY_DETAIL_TEXEL(float1, float4, 32, 0, 0, 0, Float)
CUDA_LEGACY_DETAIL_TEXEL(float2, float4, 32, 32, 0, 0, Float)
CUDA_LEGACY_DETAIL_TEXEL(float4, float4, 32, 32, 32, 32, Float)
#if !defined(__LP64__) // there a long has 32 bits
CUDA_LEGACY_DETAIL_TEXEL(long, int4, 32, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(unsigned long, uint4, 32, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(long1, int4, 32, 0, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(ulong1, uint4, 32, 0, 0, 0, Unsigned)
CUDA_LEGACY_DETAIL_TEXEL(long2, int4, 32, 32, 0, 0, Signed)
CUDA_LEGACY_DETAIL_TEXEL(ulong2, uint4, 32, 32, 0, 0, Unsigned)
#endif

#undef CUDA_LEGACY_DETAIL_TEXEL
#undef CUDA_LEGACY_DETAIL_NORMALIZED_TEXEL

template <class>
struct __is_there {
    using type = void;
};

// What a fetch returns, per read mode; a message where there is nothing to return.
template <class _Tp, enum cudaTextureReadMode _Mode, class = void>
struct __fetched {
    static_assert(sizeof(_Tp) == 0, "cuda_legacy: no texture holds elements of this type; a double is fetched as int2: "
                                    "see migration-notes/texture_reference.md");
    using type = _Tp;
};

template <class _Tp>
struct __fetched<_Tp, cudaReadModeElementType, typename __is_there<typename __texel<_Tp>::__element>::type> {
    using type = typename __texel<_Tp>::__element;
};

template <class _Tp, class _Exists = void>
struct __normalized_element {
    static_assert(sizeof(_Tp) == 0, "cuda_legacy: cudaReadModeNormalizedFloat is for integers of 8 and 16 bits: "
                                    "see migration-notes/texture_reference.md");
    using type = float;
};

template <class _Tp>
struct __normalized_element<_Tp, typename __is_there<typename __texel<_Tp>::normalized>::type> {
    using type = typename __texel<_Tp>::normalized;
};

template <class _Tp>
struct __fetched<_Tp, cudaReadModeNormalizedFloat, void> : __normalized_element<_Tp> {
};

template <class _Tp>
struct __texel_channels {
    static constexpr int value = (__texel<_Tp>::desc().x != 0) + (__texel<_Tp>::desc().y != 0) +
                                 (__texel<_Tp>::desc().z != 0) + (__texel<_Tp>::desc().w != 0);
};

// What a gather returns: one component of four texels.
template <class _Tp, enum cudaTextureReadMode _Mode, class = void>
struct __gathered : __fetched<_Tp, _Mode> {
};

template <class _Tp>
struct __gathered<_Tp, cudaReadModeElementType, typename __is_there<typename __texel<_Tp>::__gathered>::type> {
    using type = typename __texel<_Tp>::__gathered;
};

template <class _Tp>
struct __gathered<_Tp, cudaReadModeNormalizedFloat, typename __is_there<typename __texel<_Tp>::normalized>::type> {
    using type = float4;
};

} // namespace __detail
} // namespace cuda_legacy

#endif
