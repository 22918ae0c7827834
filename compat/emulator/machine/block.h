// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a block: its warps, shared memory and barriers. execute/block.h makes and runs it.
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
    std::uint32_t count = 0;    //!< of true predicates, for bar.red
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
    std::uint64_t linear_index = 0; //!< its place in the order of blocks: those of a cluster come together
    cluster* of = nullptr;          //!< it has one, of itself alone where the launch has none
    std::uint32_t rank = 0;         //!< in the cluster
    std::uint32_t live_threads = 0;
    bool begun = false;
    std::uint32_t shared_size = 0;
    char* shared = nullptr;
    shared_memory_check* shared_check = nullptr; //!< null: nobody asks
    undefined_values* undefined = nullptr;       //!< null: nobody asks
    block_races* races = nullptr;                //!< in global memory; null: nobody asks
    std::vector<std::unique_ptr<warp>> warps;
    std::vector<address_range> ranges; //!< which allocation each instruction found: a check is mostly two comparisons
    barrier_state barriers[barrier_count];
    std::uint32_t used_barriers = 0; //!< a bit for each that a thread has arrived at

protected:
    ~block() = default;
};

} // namespace cuda_emulator
