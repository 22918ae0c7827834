// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups. The host computes the same with exchanges.
#pragma once

#include "exchanges.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

inline u32 tile_mask(u32 size)
{
    const u32 first = block_on_host().lane() / size * size;
    return (size == 32 ? ~0u : (1u << size) - 1) << first;
}

//! The sum over this thread's tile. All lanes of the warp must come.
template <u32 Size>
HOST_DEVICE u32 tile_sum(u32 value)
{
    ON_DEVICE(const auto tile = cooperative_groups::tiled_partition<Size>(cooperative_groups::this_thread_block());
              return cooperative_groups::reduce(tile, value, cooperative_groups::plus<u32>());)
    ON_HOST(return reduced(tile_mask(Size), value, [](u32 a, u32 b) { return a + b; });)
}

//! The maximum over the tile, times 32, plus this thread's rank. All lanes of the warp must come.
template <u32 Size>
HOST_DEVICE u32 tile_maximum_and_rank(u32 value)
{
    ON_DEVICE(const auto tile = cooperative_groups::tiled_partition<Size>(cooperative_groups::this_thread_block());
              return cooperative_groups::reduce(tile, value, cooperative_groups::greater<u32>()) * 32 +
                     tile.thread_rank();)
    ON_HOST(const u32 largest = reduced(tile_mask(Size), value, [](u32 a, u32 b) { return a > b ? a : b; });
            return largest * 32 + block_on_host().lane() % Size;)
}

//! The value of a neighbour in the tile. All lanes of the warp must come.
template <u32 Size>
HOST_DEVICE u32 tile_exchange(u32 value, u32 bits)
{
    ON_DEVICE(const auto tile = cooperative_groups::tiled_partition<Size>(cooperative_groups::this_thread_block());
              return tile.shfl_xor(value, bits % Size);)
    ON_HOST(return shuffled(exchange::shuffle, tile_mask(Size), value, block_on_host().lane() ^ bits % Size);)
}

//! The sum over the mask. The threads of the mask that are together are added first: the hardware chooses which these
//! are. On an H200, threads of two calls of a function are together, too, although their masks differ.
HOST_DEVICE u32 coalesced_sum(u32 mask, u32 value)
{
    ON_DEVICE(const auto group = cooperative_groups::labeled_partition(cooperative_groups::coalesced_threads(), mask);
              const u32 part = cooperative_groups::reduce(group, value, cooperative_groups::plus<u32>());
              return __reduce_add_sync(mask, group.thread_rank() == 0 ? part : 0);)
    ON_HOST(return reduced(mask, value, [](u32 a, u32 b) { return a + b; });)
}
