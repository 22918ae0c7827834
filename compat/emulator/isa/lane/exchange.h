// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between the lanes of a warp: PTX ISA, "Parallel Synchronization and Communication Instructions". `m` is the
// lane mask of the lanes that exchange together.
#pragma once

#include "isa/lane/logic.h"

namespace cuda_emulator::lane {

enum class shuffle_mode : u8 { up, down, bfly, idx };

//! The source lane of `lane` for the operands b and c. `in_range` is whether the segment contains it; if not, the lane
//! keeps its own value.
template <shuffle_mode Mode>
CUDA_EMULATOR_LANE int shuffle_source(int lane, u32 b, u32 c, bool& in_range)
{
    const int segment = c >> 8 & 31;
    const int clamp = c & 31;
    const int shift = b & 31;
    const int max_lane = (lane & segment) | (clamp & ~segment);
    const int from = Mode == shuffle_mode::up     ? lane - shift
                     : Mode == shuffle_mode::down ? lane + shift
                     : Mode == shuffle_mode::bfly ? lane ^ shift
                                                  : (lane & segment) | (shift & ~segment);
    in_range = Mode == shuffle_mode::up ? from >= max_lane : from <= max_lane;
    return in_range ? from : lane;
}

//! Votes. `p` has the lanes of `m` whose predicate holds. The result is a predicate that is the same in all lanes.
CUDA_EMULATOR_LANE u32 vote_all(u32 p, u32 m) { return p == m ? ~0u : 0; }
CUDA_EMULATOR_LANE u32 vote_any(u32 p, u32) { return p != 0 ? ~0u : 0; }
CUDA_EMULATOR_LANE u32 vote_uni(u32 p, u32 m) { return p == 0 || p == m ? ~0u : 0; }

//! The lanes whose value equals `value`, of all 32.
template <class T>
CUDA_EMULATOR_LANE u32 lanes_with(const T* a, T value)
{
    u32 same = 0;
    for (int l = 0; l < 32; ++l)
        same |= u32(a[l] == value) << l;
    return same;
}
//! match.any: d[l] has the lanes with the same value as lane l. Lanes outside of `m` keep their `d`.
template <class T>
inline void match_any(u32* d, const T* a, u32 m)
{
    for (u32 left = m; left != 0;) {
        const u32 same = lanes_with(a, a[__builtin_ctz(left)]) & m;
        for (u32 some = same; some != 0; some &= some - 1)
            d[__builtin_ctz(some)] = same;
        left &= ~same;
    }
}
//! match.all: whether all lanes have the same value.
template <class T>
CUDA_EMULATOR_LANE bool match_all(const T* a, u32 m)
{
    return (lanes_with(a, a[__builtin_ctz(m)]) & m) == m;
}
//! redux.
template <class T, T (*Combine)(T, T)>
CUDA_EMULATOR_LANE T reduce(const T* a, u32 m)
{
    T r = a[__builtin_ctz(m)];
    for (u32 left = m & (m - 1); left != 0; left &= left - 1)
        r = Combine(r, a[__builtin_ctz(left)]);
    return r;
}

} // namespace cuda_emulator::lane
