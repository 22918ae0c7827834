// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a block: its warps, shared memory and barriers. execute/block.h creates and runs it.
#pragma once

#include "machine/launch.h"
#include "machine/warp.h"

namespace cuda_emulator {

class block_races;
struct cluster; // machine/cluster.h
class shared_memory_check;
class undefined_values;

struct barrier_state {
    std::uint32_t arrived = 0;
    std::uint32_t expected = 0; //!< 0: all live threads of the block
    std::uint32_t count = 0;    //!< number of true predicates, for bar.red
    std::uint32_t voters = 0;
};

constexpr int barrier_count = 16;

struct block {
    explicit block(const launch& of)
        : grid(of)
    {
    }
    block(const block&) = delete;
    block& operator=(const block&) = delete;

    const launch& grid;
    dimensions index;
    std::uint64_t linear_index = 0;  //!< place in the order of blocks, in which the blocks of a cluster are adjacent
    std::uint64_t first_of_turn = 0; //!< the first of the blocks that its thread runs in a turn
    cluster* of = nullptr;           //!< never null: without clusters the block has a cluster of its own
    std::uint32_t rank = 0;          //!< rank in the cluster
    std::uint32_t live_threads = 0;
    bool begun = false;
    bool has_met = false; //!< a barrier has held all threads of the block
    std::uint32_t shared_size = 0;
    char* shared = nullptr;
    shared_memory_check* shared_check = nullptr; //!< null: the check is off
    undefined_values* undefined = nullptr;       //!< null: the check is off
    block_races* races = nullptr;                //!< check of global memory; null: off
    std::vector<std::unique_ptr<warp>> warps;
    std::vector<address_range>
        ranges; //!< allocations found by the instructions; they reduce most checks to two comparisons
    barrier_state barriers[barrier_count];
    std::uint32_t used_barriers = 0;      //!< bit mask of the barriers that threads have arrived at
    std::uint32_t waiting_warpgroups = 0; //!< bit mask of the warpgroups with warps that wait for others of theirs

protected:
    ~block() = default;
};

} // namespace cuda_emulator
