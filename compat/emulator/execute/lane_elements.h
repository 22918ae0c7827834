// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves elements of any type and count between memory and the registers of a warp. The addresses have been checked.
#pragma once

#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <cstring>

#if defined(__AVX2__)
    #include <immintrin.h>
#endif

namespace cuda_emulator {

//! An element of 128 bits.
struct alignas(16) quad {
    u64 low, high;
};

//! Whether the addresses of all lanes are adjacent elements.
template <class A>
[[gnu::always_inline]] inline bool consecutive(const A* at, A bytes)
{
    A differs = 0;
    for (A l = 0; l < warp_size; ++l)
        differs |= at[l] ^ (at[0] + bytes * l);
    return differs == 0;
}

//! Whether all lanes of the mask lie in [low, low + room] and are aligned. It is one pass without branches, because the
//! sign bit is the result.
[[gnu::always_inline]] inline bool all_inside(const u64* at, u32 m, u64 low, u64 room, u64 alignment)
{
    u64 outside = 0, bits = 0;
    if (m == all_lanes) {
        for (int l = 0; l < warp_size; ++l) {
            const u64 x = at[l] - low;
            outside |= x | (room - x);
            bits |= at[l];
        }
    } else {
        for (int l = 0; l < warp_size; ++l) {
            const u64 active = 0 - u64(m >> l & 1);
            const u64 x = at[l] - low;
            outside |= (x | (room - x)) & active;
            bits |= at[l] & active;
        }
    }
    return (outside >> 63 | (bits & (alignment - 1))) == 0;
}

#if defined(__AVX2__)
//! Loads four elements per lane; each step transposes the elements of four lanes.
template <class A>
[[gnu::always_inline]] inline void load_quads(const char* base, const A* at, u32* const (&to)[4])
{
    for (int l = 0; l < warp_size; l += 4) {
        __m128 v[4];
    #pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            v[k] = _mm_loadu_ps(reinterpret_cast<const float*>(base + at[l + k]));
        _MM_TRANSPOSE4_PS(v[0], v[1], v[2], v[3]);
    #pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            _mm_storeu_ps(reinterpret_cast<float*>(to[k] + l), v[k]);
    }
}
#endif

//! Loads the lanes' elements from `base` + `at`.
template <class M, class R, int N, class A>
[[gnu::always_inline]] inline void load_from(warp& w, const instruction& i, u32 m, const char* base, const A* at)
{
    const auto place = [=](int l) { return reinterpret_cast<const M*>(base + at[l]); };
    if constexpr (N == 1) {
        R* const d = slot<R>(w, i.operands[1]);
        if (sizeof(M) == sizeof(R) && m == all_lanes && consecutive(at, A{sizeof(M)})) {
            std::memcpy(d, place(0), sizeof(M) * warp_size);
        } else if (m == all_lanes) {
            for (int l = 0; l < warp_size; ++l)
                d[l] = static_cast<R>(*place(l));
        } else {
            each_lane(m, [&](int l) { d[l] = static_cast<R>(*place(l)); });
        }
    } else {
        R* d[N];
        R unused[warp_size];
        for (int k = 0; k < N; ++k)
            d[k] = i.operands[1 + k] == no_operand ? unused : slot<R>(w, i.operands[1 + k]);
#if defined(__AVX2__)
        if constexpr (N == 4 && sizeof(M) == 4 && sizeof(R) == 4) {
            if (m == all_lanes) {
                u32* const to[] = {reinterpret_cast<u32*>(d[0]), reinterpret_cast<u32*>(d[1]),
                                   reinterpret_cast<u32*>(d[2]), reinterpret_cast<u32*>(d[3])};
                return load_quads(base, at, to);
            }
        }
#endif
        each_lane(m, [&](int l) {
            const M* const p = place(l);
            for (int k = 0; k < N; ++k)
                d[k][l] = static_cast<R>(p[k]);
        });
    }
}

//! Stores the lanes' elements at `at`.
template <class M, class R, int N>
[[gnu::always_inline]] inline void store_to(warp& w, const instruction& i, u32 m, const u64* at)
{
    const R* s[N];
    for (int k = 0; k < N; ++k)
        s[k] = slot<R>(w, i.operands[1 + k]);
    if constexpr (N == 1 && sizeof(M) == sizeof(R)) {
        if (m == all_lanes && consecutive(at, sizeof(M))) {
            std::memcpy(reinterpret_cast<void*>(at[0]), s[0], sizeof(M) * warp_size);
            return;
        }
    }
    each_lane(m, [&](int l) {
        M* p = reinterpret_cast<M*>(at[l]);
        for (int k = 0; k < N; ++k)
            p[k] = static_cast<M>(s[k][l]);
    });
}

} // namespace cuda_emulator
