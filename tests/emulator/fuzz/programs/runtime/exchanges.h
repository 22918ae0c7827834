// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between the lanes of a warp, and barriers. The mask of each lane is the set of lanes that come to the
// exchange.
#pragma once

#include "fibers.h"

inline lane_values meet(exchange kind, u32 mask, u64 value) { return block_on_host().meet(kind, mask, value); }

//! The lane of the mask with this number, modulo the size of the mask.
HOST_DEVICE u32 lane_of(u32 mask, u32 number)
{
    for (number %= CHOOSE(__popc(mask), __builtin_popcount(mask)); number != 0; --number)
        mask &= mask - 1;
    return CHOOSE(__ffs(mask), __builtin_ffs(mask)) - 1;
}

// Shuffles. The host takes the value of the source lane, which must be in the mask.
inline u64 shuffled(exchange kind, u32 mask, u64 value, u32 source)
{
    if (!(mask >> source & 1)) invalid_program("the source of a shuffle is not in the mask");
    return meet(kind, mask, value)[source];
}
HOST_DEVICE u32 shuffle(u32 mask, u32 value, u32 source)
{
    return CHOOSE(__shfl_sync(mask, value, source), shuffled(exchange::shuffle, mask, value, source));
}
HOST_DEVICE u64 wide_shuffle(u32 mask, u64 value, u32 source)
{
    return CHOOSE(__shfl_sync(mask, value, source), shuffled(exchange::wide_shuffle, mask, value, source));
}

// Shuffles within segments of `width` lanes. All lanes of the warp must come.
inline u32 shuffled_in_segment(u32 mask, u32 value, u32 source, u32 width)
{
    const u32 lane = block_on_host().lane();
    const bool same_segment = source / width == lane / width;
    return shuffled(exchange::shuffle, mask, value, same_segment ? source : lane);
}
HOST_DEVICE u32 shuffle_up(u32 mask, u32 value, u32 distance, u32 width)
{
    ON_DEVICE(return __shfl_up_sync(mask, value, distance, width);)
    ON_HOST(const u32 lane = block_on_host().lane();
            return shuffled_in_segment(mask, value, lane < distance ? lane : lane - distance, width);)
}
HOST_DEVICE u32 shuffle_down(u32 mask, u32 value, u32 distance, u32 width)
{
    ON_DEVICE(return __shfl_down_sync(mask, value, distance, width);)
    ON_HOST(return shuffled_in_segment(mask, value, block_on_host().lane() + distance, width);)
}
HOST_DEVICE u32 shuffle_xor(u32 mask, u32 value, u32 bits, u32 width)
{
    ON_DEVICE(return __shfl_xor_sync(mask, value, bits, width);)
    // A lane reads from the segments before its own, and not from those behind.
    ON_HOST(const u32 lane = block_on_host().lane(); const u32 source = lane ^ bits;
            return shuffled(exchange::shuffle, mask, value, source / width > lane / width ? lane : source);)
}
HOST_DEVICE u32 shuffle_segment(u32 mask, u32 value, u32 source, u32 width)
{
    ON_DEVICE(return __shfl_sync(mask, value, source, width);)
    ON_HOST(const u32 first = block_on_host().lane() / width * width;
            return shuffled(exchange::shuffle, mask, value, first + source % width);)
}

// Votes and matches.
template <class Holds>
u32 lanes_where(exchange kind, u32 mask, u64 value, Holds holds)
{
    const lane_values values = meet(kind, mask, value);
    u32 lanes = 0;
    for (u32 lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1 && holds(values[lane])) lanes |= 1u << lane;
    return lanes;
}
inline u32 voters(exchange kind, u32 mask, bool vote)
{
    return lanes_where(kind, mask, vote, [](u64 other) { return other != 0; });
}
inline u32 lanes_equal(exchange kind, u32 mask, u64 value)
{
    return lanes_where(kind, mask, value, [value](u64 other) { return other == value; });
}
HOST_DEVICE u32 ballot(u32 mask, bool vote)
{
    return CHOOSE(__ballot_sync(mask, vote), voters(exchange::ballot, mask, vote));
}
HOST_DEVICE u32 any_of(u32 mask, bool vote)
{
    return CHOOSE(__any_sync(mask, vote) != 0, voters(exchange::any, mask, vote) != 0);
}
HOST_DEVICE u32 all_of(u32 mask, bool vote)
{
    return CHOOSE(__all_sync(mask, vote) != 0, voters(exchange::all, mask, vote) == mask);
}
HOST_DEVICE u32 match_any(u32 mask, u32 value)
{
    return CHOOSE(__match_any_sync(mask, value), lanes_equal(exchange::match_any, mask, value));
}
HOST_DEVICE u32 wide_match_any(u32 mask, u64 value)
{
    return CHOOSE(__match_any_sync(mask, value), lanes_equal(exchange::wide_match_any, mask, value));
}
//! Twice the lanes, plus whether all lanes match.
HOST_DEVICE u32 match_all(u32 mask, u32 value)
{
    ON_DEVICE(int all; const u32 lanes = __match_all_sync(mask, value, &all); return lanes * 2 + (all != 0);)
    ON_HOST(return lanes_equal(exchange::match_all, mask, value) == mask ? mask * 2 + 1 : 0;)
}

// Reductions.
template <class Combine>
u32 reduced(u32 mask, u32 value, Combine combine)
{
    const lane_values values = meet(exchange::reduction, mask, value);
    u32 lane = __builtin_ctz(mask), result = static_cast<u32>(values[lane]);
    for (++lane; lane < 32; ++lane)
        if (mask >> lane & 1) result = combine(result, static_cast<u32>(values[lane]));
    return result;
}
#define REDUCTION(name, call, combined)                                                                                \
    HOST_DEVICE u32 name(u32 mask, u32 value)                                                                          \
    {                                                                                                                  \
        ON_DEVICE(return static_cast<u32>(call);)                                                                      \
        ON_HOST(return reduced(mask, value, [](u32 a, u32 b) -> u32 { return combined; });)                            \
    }
REDUCTION(reduce_add, __reduce_add_sync(mask, value), a + b)
REDUCTION(reduce_min, __reduce_min_sync(mask, value), a < b ? a : b)
REDUCTION(reduce_max, __reduce_max_sync(mask, value), a > b ? a : b)
REDUCTION(reduce_min_s32, __reduce_min_sync(mask, static_cast<i32>(value)),
          static_cast<i32>(a) < static_cast<i32>(b) ? a : b)
REDUCTION(reduce_max_s32, __reduce_max_sync(mask, static_cast<i32>(value)),
          static_cast<i32>(a) > static_cast<i32>(b) ? a : b)
REDUCTION(reduce_and, __reduce_and_sync(mask, value), a& b)
REDUCTION(reduce_or, __reduce_or_sync(mask, value), a | b)
REDUCTION(reduce_xor, __reduce_xor_sync(mask, value), a ^ b)

// Barriers.
HOST_DEVICE void warp_barrier(u32 mask)
{
    ON_DEVICE(__syncwarp(mask);)
    ON_HOST(meet(exchange::barrier, mask, 0);)
}
HOST_DEVICE void block_barrier()
{
    ON_DEVICE(__syncthreads();)
    ON_HOST(block_on_host().barrier(false);)
}
HOST_DEVICE u32 block_count(bool vote) { return CHOOSE(__syncthreads_count(vote), block_on_host().barrier(vote)); }
HOST_DEVICE u32 block_or(bool vote) { return CHOOSE(__syncthreads_or(vote) != 0, block_on_host().barrier(vote) != 0); }
HOST_DEVICE u32 block_and(bool vote)
{
    return CHOOSE(__syncthreads_and(vote) != 0, block_on_host().barrier(!vote) == 0);
}

//! Whether this lane goes on with a path. Its mask becomes that of the lanes that do. All lanes of the mask must come.
HOST_DEVICE bool stays(u32& mask, bool wants)
{
    mask = ballot(mask, wants);
    return wants;
}
