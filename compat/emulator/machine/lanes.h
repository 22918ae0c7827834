// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the lanes of a warp, in a form that the compiler vectorises.
#pragma once

#include <cstdint>
#if defined(__AVX2__)
    #include <immintrin.h>
#endif

namespace cuda_emulator {

constexpr int warp_size = 32;
constexpr std::uint32_t all_lanes = 0xffffffffu;

//! A single lane, as in `if (threadIdx.x == 0)`, has faster handlers.
inline bool is_one_lane(std::uint32_t mask) { return __builtin_popcount(mask) == 1; }

//! d[l] = f(l) for the lanes in the mask. With a partial mask f still runs for all lanes, so it must have no side
//! effects.
template <class D, class F>
[[gnu::always_inline]] inline void for_lanes(D* d, std::uint32_t mask, F f)
{
    if (mask == all_lanes) {
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            d[l] = f(l);
    } else if (is_one_lane(mask)) {
        const int l = __builtin_ctz(mask);
        d[l] = f(l);
    } else {
        alignas(64) D r[warp_size];
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            r[l] = f(l);
#pragma GCC ivdep
        for (int l = 0; l < warp_size; ++l)
            d[l] = mask >> l & 1 ? r[l] : d[l];
    }
}

//! Calls f(l) for each lane in the mask, in lane order.
template <class F>
[[gnu::always_inline]] inline void each_lane(std::uint32_t mask, F f)
{
    if (mask == all_lanes) {
        for (int l = 0; l < warp_size; ++l)
            f(l);
    } else {
        for (; mask; mask &= mask - 1)
            f(__builtin_ctz(mask));
    }
}

//! Bit l of the result is f(l).
template <class F>
[[gnu::always_inline]] inline std::uint32_t mask_of(F f)
{
    alignas(32) std::uint8_t bytes[warp_size];
#pragma GCC ivdep
    for (int l = 0; l < warp_size; ++l)
        bytes[l] = f(l) ? 0xff : 0;
#if defined(__AVX2__)
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_load_si256(reinterpret_cast<const __m256i*>(bytes))));
#else
    std::uint32_t m = 0;
    for (int l = 0; l < warp_size; ++l)
        m |= std::uint32_t(bytes[l] & 1) << l;
    return m;
#endif
}

//! Writes the masked bits of a predicate register.
inline void write_predicate(std::uint32_t* p, std::uint32_t mask, std::uint32_t value)
{
    *p = (*p & ~mask) | (value & mask);
}

} // namespace cuda_emulator
