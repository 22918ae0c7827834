// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole-warp accesses to flat memory, by vectors.
//
// The lanes of a vector nearly always share one address, or access adjacent elements. This also holds for matrix rows
// in a block of 8 or 16 columns, where the warp as a whole is not contiguous. Two comparisons of the vector's bounds
// then replace those of its lanes.
#pragma once

#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/warp.h"
#include "memory/written_bytes.h"

#include <cstring>

#if defined(__AVX2__)
namespace cuda_emulator {

//! Vectors that hold one element of each lane.
template <class M>
constexpr int vectors_of_warp = static_cast<int>(sizeof(M)) * warp_size / 32;

//! The valid addresses of elements of type M.
template <class M>
struct reach {
    explicit reach(address_range r)
        : low(r.low)
        , size(r.high > r.low ? r.high - r.low : 0)
    {
    }
    // The addresses of four lanes.
    bool holds(__m256i at) const
    {
        if (size < sizeof(M)) return false;
        const __m256i x = _mm256_sub_epi64(at, _mm256_set1_epi64x(static_cast<long long>(low)));
        const __m256i left = _mm256_sub_epi64(_mm256_set1_epi64x(static_cast<long long>(size - sizeof(M))), x);
        const __m256i bits = _mm256_and_si256(at, _mm256_set1_epi64x(sizeof(M) - 1));
        return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(x, left))) == 0 && _mm256_testz_si256(bits, bits);
    }
    u64 low, size;
};

inline bool is_zero(__m256i v) { return _mm256_testz_si256(v, v); }
inline __m256i vector_at(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }

//! Offsets of the lanes of each vector, relative to the vector's first lane.
template <class M>
struct lane_strides {
    static constexpr int vectors = vectors_of_warp<M>, lanes = 32 / sizeof(M), parts = lanes / 4;

    [[gnu::always_inline]] explicit lane_strides(const u64* at)
    {
    #pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) {
            const __m256i first = _mm256_set1_epi64x(static_cast<long long>(at[v * lanes]));
    #pragma GCC unroll 2
            for (int k = 0; k < parts; ++k)
                step[v * parts + k] = _mm256_sub_epi64(vector_at(at + v * lanes + 4 * k), first);
        }
    }
    // Nonzero bits mark lanes of vector v that differ from its first lane, or that are not adjacent to the lane before.
    [[gnu::always_inline]] __m256i not_one(int v) const
    {
        return parts == 1 ? step[v] : _mm256_or_si256(step[v * parts], step[v * parts + 1]);
    }
    [[gnu::always_inline]] __m256i not_side_by_side(int v) const
    {
        const __m256i up = _mm256_setr_epi64x(0, sizeof(M), 2 * sizeof(M), 3 * sizeof(M));
        const __m256i x = _mm256_xor_si256(step[v * parts], up);
        if (parts == 1) return x;
        const __m256i further = _mm256_setr_epi64x(4 * sizeof(M), 5 * sizeof(M), 6 * sizeof(M), 7 * sizeof(M));
        return _mm256_or_si256(x, _mm256_xor_si256(step[v * parts + 1], further));
    }
    [[gnu::always_inline]] bool all_one() const
    {
        __m256i differs = not_one(0);
    #pragma GCC unroll 8
        for (int v = 1; v < vectors; ++v)
            differs = _mm256_or_si256(differs, not_one(v));
        return is_zero(differs);
    }
    [[gnu::always_inline]] bool all_side_by_side() const
    {
        __m256i differs = not_side_by_side(0);
    #pragma GCC unroll 8
        for (int v = 1; v < vectors; ++v)
            differs = _mm256_or_si256(differs, not_side_by_side(v));
        return is_zero(differs);
    }

    __m256i step[vectors * parts];
};

//! Whether `bytes` from each vector's first lane are inside of the range.
template <class M>
[[gnu::always_inline]] inline bool are_inside(const u64* at, u64 offset, u64 bytes, address_range range)
{
    const u64 size = range.high - range.low;
    if (range.high <= range.low || size < bytes) return false;
    bool outside = false;
    u64 bits = 0;
    #pragma GCC unroll 8
    for (int v = 0; v < vectors_of_warp<M>; ++v) {
        const u64 p = at[v * (32 / sizeof(M))] + offset;
        outside |= p - range.low > size - bytes;
        bits |= p;
    }
    return !outside && (bits & (sizeof(M) - 1)) == 0;
}

// With definedness tracking of memory (memory/written_bytes.h): whether a vector's or an element's bytes are all
// written.
constexpr u64 whole_cells = u64{0x0101010101010101u} * whole_cell;
inline bool is_vector_written(const address_range* range, u64 at)
{
    if (!range || !range->cells) return true;
    u64 eight;
    std::memcpy(&eight, range->cells + at / 4, sizeof eight);
    return (~eight & whole_cells) == 0;
}
template <class M>
inline bool is_element_written(const address_range* range, u64 at)
{
    if (!range || !range->cells) return true;
    unsigned char all = whole_cell;
    for (u64 k = 0; k < sizeof(M) / 4; ++k)
        all &= range->cells[at / 4 + k];
    return all == whole_cell;
}

template <class M>
[[gnu::always_inline]] inline __m256i one_for_all(u64 at)
{
    if constexpr (sizeof(M) == 4) return _mm256_set1_epi32(*reinterpret_cast<const int*>(at));
    return _mm256_set1_epi64x(*reinterpret_cast<const long long*>(at));
}
template <class M>
[[gnu::always_inline]] inline __m256i gather(const u64* at, __m256i offset)
{
    const __m256i a = _mm256_add_epi64(vector_at(at), offset);
    if constexpr (sizeof(M) == 8) return _mm256_i64gather_epi64(static_cast<const long long*>(nullptr), a, 1);
    const __m256i b = _mm256_add_epi64(vector_at(at + 4), offset);
    return _mm256_set_m128i(_mm256_i64gather_epi32(static_cast<const int*>(nullptr), b, 1),
                            _mm256_i64gather_epi32(static_cast<const int*>(nullptr), a, 1));
}

//! Loads eight words at these offsets from `base`. Gathers are slow, and usually the offsets are consecutive or equal.
[[gnu::always_inline]] inline __m256i load_words(const char* base, __m256i offsets)
{
    const auto at = static_cast<u32>(_mm256_cvtsi256_si32(offsets));
    const __m256i differences = _mm256_sub_epi32(offsets, _mm256_broadcastd_epi32(_mm256_castsi256_si128(offsets)));
    if (is_zero(differences)) return _mm256_set1_epi32(*reinterpret_cast<const int*>(base + at));
    if (is_zero(_mm256_xor_si256(differences, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28))))
        return vector_at(base + at);
    return _mm256_i32gather_epi32(reinterpret_cast<const int*>(base), offsets, 1);
}

//! Loads the elements at `at[l] + offset`, if the vectors have different patterns.
template <class M>
bool load_mixed(const u64* at, u64 offset, const address_range* range, M* out)
{
    constexpr int lanes = 32 / sizeof(M);
    const __m256i off = _mm256_set1_epi64x(static_cast<long long>(offset));
    if (range) {
        const reach<M> r(*range);
        for (int l = 0; l < warp_size; l += 4)
            if (!r.holds(_mm256_add_epi64(vector_at(at + l), off))) return false;
        if (range->cells)
            for (int l = 0; l < warp_size; ++l)
                if (!is_element_written<M>(range, at[l] + offset)) return false;
    }
    const lane_strides<M> strides(at);
    __m256i loaded[vectors_of_warp<M>];
    for (int v = 0; v < vectors_of_warp<M>; ++v) {
        const u64 p = at[v * lanes] + offset;
        loaded[v] = is_zero(strides.not_one(v))            ? one_for_all<M>(p)
                    : is_zero(strides.not_side_by_side(v)) ? vector_at(reinterpret_cast<const void*>(p))
                                                           : gather<M>(at + v * lanes, off);
    }
    for (int v = 0; v < vectors_of_warp<M>; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + v * lanes), loaded[v]);
    return true;
}

//! Loads the elements at `at[l] + offset` to `out`, which may alias the addresses. Returns false, without any effect,
//! if a lane is misaligned, outside of the range (if there is one), or reads unwritten bytes.
template <class M>
[[gnu::always_inline]] inline bool load_lanes(const u64* at, u64 offset, const address_range* range, M* out)
{
    constexpr int lanes = 32 / sizeof(M);
    const lane_strides<M> strides(at);
    const bool one = strides.all_one();
    if (!one && !strides.all_side_by_side()) return load_mixed<M>(at, offset, range, out);
    if (range && !are_inside<M>(at, offset, one ? sizeof(M) : 32, *range)) return false;
    if (range && range->cells)
        for (int v = 0; v < vectors_of_warp<M>; ++v) {
            const u64 p = at[v * lanes] + offset;
            if (!(one ? is_element_written<M>(range, p) : is_vector_written(range, p))) return false;
        }
    __m256i loaded[vectors_of_warp<M>];
    if (one) {
    #pragma GCC unroll 8
        for (int v = 0; v < vectors_of_warp<M>; ++v)
            loaded[v] = one_for_all<M>(at[v * lanes] + offset);
    } else {
    #pragma GCC unroll 8
        for (int v = 0; v < vectors_of_warp<M>; ++v)
            loaded[v] = vector_at(reinterpret_cast<const void*>(at[v * lanes] + offset));
    }
    #pragma GCC unroll 8
    for (int v = 0; v < vectors_of_warp<M>; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + v * lanes), loaded[v]);
    return true;
}

//! Stores to `at[l] + offset` if the lanes of each vector are adjacent. Returns false, without any effect, if they are
//! not, or if a lane is misaligned or outside of the range (if there is one).
template <class M>
[[gnu::always_inline]] inline bool store_lanes(const u64* at, u64 offset, const address_range* range, const M* values)
{
    constexpr int lanes = 32 / sizeof(M);
    if (!lane_strides<M>(at).all_side_by_side()) return false;
    if (range && !are_inside<M>(at, offset, 32, *range)) return false;
    if (range && range->cells)
        for (int v = 0; v < vectors_of_warp<M>; ++v)
            std::memcpy(range->cells + (at[v * lanes] + offset) / 4, &whole_cells, sizeof whole_cells);
    #pragma GCC unroll 8
    for (int v = 0; v < vectors_of_warp<M>; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(at[v * lanes] + offset), vector_at(values + v * lanes));
    return true;
}

} // namespace cuda_emulator
#endif
