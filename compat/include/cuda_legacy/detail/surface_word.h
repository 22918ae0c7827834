// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surfaces hold bytes: an access moves 1, 2, 4, 8 or 16 of them, whatever they mean.
#ifndef CUDA_LEGACY_DETAIL_SURFACE_WORD_H
#define CUDA_LEGACY_DETAIL_SURFACE_WORD_H

#include <cstddef>
#include <cstring>

#include <cuda_runtime.h>

namespace cuda_legacy {
namespace detail {

template <std::size_t Size>
struct surface_word {
    static_assert(Size == 0, "cuda_legacy: surfaces are read and written in elements of 1, 2, 4, 8 or 16 bytes: "
                             "see migration-notes/surface_reference.md");
};
template <>
struct surface_word<1> {
    using type = unsigned char;
};
template <>
struct surface_word<2> {
    using type = unsigned short;
};
template <>
struct surface_word<4> {
    using type = unsigned int;
};
template <>
struct surface_word<8> {
    using type = uint2;
};
template <>
struct surface_word<16> {
    using type = uint4;
};

template <class Word>
__device__ __forceinline__ void word_to(void* result, const Word& word)
{
    memcpy(result, &word, sizeof word);
}

template <class Word>
__device__ __forceinline__ Word word_from(const void* value)
{
    Word word;
    memcpy(&word, value, sizeof word);
    return word;
}

} // namespace detail
} // namespace cuda_legacy

#endif
