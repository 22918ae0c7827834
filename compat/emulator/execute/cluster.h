// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the blocks of a cluster in turns, in one thread. A cluster can be suspended at any point and resumed.
#pragma once

#include "execute/block.h"
#include "machine/cluster.h"

namespace cuda_emulator {

//! In a launch without clusters each block is a cluster of its own.
class cluster_run {
public:
    //! `exclusive`: no other thread runs blocks of this grid.
    cluster_run(const launch&, bool exclusive);
    cluster_run(const cluster_run&) = delete;
    cluster_run& operator=(const cluster_run&) = delete;

    //! Resets to the beginning of the cluster with this first block. Block `first_of_turn` began the thread's turn.
    void start(std::uint64_t first, std::uint64_t first_of_turn);
    //! Runs until all blocks end, wait for other clusters, have used up their turn, or are above `last`. Throws
    //! device_fault.
    progress run(const std::atomic<std::uint64_t>& last);
    //! Warp instructions executed since start().
    executed_instructions executed() const;
    //! The same since the last call or start().
    executed_instructions newly_executed();
    //! Linear index of the first block.
    std::uint64_t index() const { return state_.blocks.front()->linear_index; }

    //! See block_run.
    [[noreturn]] void give_up(double seconds);
    void add_counters_to(cuda_emulator_counters&) const;

private:
    window_memory shared_; //!< shared memory of all blocks
    cluster state_;
    std::vector<std::unique_ptr<block_run>> blocks_; //!< by rank
    std::vector<bool> ended_;
    executed_instructions told_; //!< what newly_executed() has counted
};

} // namespace cuda_emulator
