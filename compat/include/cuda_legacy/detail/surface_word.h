// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of surface accesses. A surface holds bytes: an access moves 1, 2, 4, 8 or 16 bytes, whatever their type.
#ifndef CUDA_LEGACY_DETAIL_SURFACE_WORD_H
#define CUDA_LEGACY_DETAIL_SURFACE_WORD_H

#include <cstddef>
#include <cstring>

#include <cuda_runtime.h>

namespace cuda_legacy {
namespace __detail {

template <std::size_t _Size>
struct __surface_word {
    static_assert(_Size == 0, "cuda_legacy: surfaces are read and written in elements of 1, 2, 4, 8 or 16 bytes: "
                              "see migration-notes/surface_reference.md");
};
template <>
struct __surface_word<1> {
    using type = unsigned char;
};
template <>
struct __surface_word<2> {
    using type = unsigned short;
};
template <>
struct __surface_word<4> {
    using type = unsigned int;
};
template <>
struct __surface_word<8> {
    using type = uint2;
};
template <>
struct __surface_word<16> {
    using type = uint4;
};

template <class _Word>
__device__ __forceinline__ void __word_to(void* result, const _Word& __word)
{
    memcpy(result, &__word, sizeof __word);
}

template <class _Word>
__device__ __forceinline__ _Word __word_from(const void* value)
{
    _Word __word;
    memcpy(&__word, value, sizeof __word);
    return __word;
}

} // namespace __detail
} // namespace cuda_legacy

#endif
