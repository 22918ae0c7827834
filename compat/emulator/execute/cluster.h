// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the blocks of a cluster, in turns and in one thread. It can be left at any point and resumed.
#pragma once

#include "execute/block.h"
#include "machine/cluster.h"

namespace cuda_emulator {

//! Most launches have no clusters: then it is one block.
class cluster_run {
public:
    //! `exclusive`: no other thread runs blocks of this grid.
    cluster_run(const launch&, bool exclusive);
    cluster_run(const cluster_run&) = delete;
    cluster_run& operator=(const cluster_run&) = delete;

    //! Puts it at the beginning of the cluster whose first block has this place in the order of blocks.
    void start(std::uint64_t first);
    //! Runs until all blocks end, can only wait for other clusters, have had their turn, or are above `last`. Throws
    //! device_fault.
    progress run(const std::atomic<std::uint64_t>& last);
    //! Instructions that its warps have executed since its beginning.
    std::uint64_t executed() const;
    //! The place of its first block.
    std::uint64_t index() const { return state_.blocks.front()->linear_index; }

    //! See block_run.
    [[noreturn]] void give_up(double seconds);
    void add_counters_to(cuda_emulator_counters&) const;

private:
    window_memory shared_; //!< of all its blocks
    cluster state_;
    std::vector<std::unique_ptr<block_run>> blocks_; //!< by rank
    std::vector<bool> ended_;
};

} // namespace cuda_emulator
