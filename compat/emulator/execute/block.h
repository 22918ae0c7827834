// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a block. A block can be suspended at any point and resumed.
#pragma once

#include "execute/interpreter.h"
#include "execute/whole_block.h"
#include "machine/block.h"
#include "machine/hotness.h"
#include "memory/address_window.h"

#include <atomic>

namespace cuda_emulator {

struct cluster;
class seeded_schedule; // execute/seeded_schedule.h

//! Bytes of shared memory of each block in the launch.
std::uint32_t shared_bytes_of(const launch&);

//! A block with the state of its run: stacks, checks, counters.
class block_run : public block {
public:
    //! The block's shared memory is part of the cluster's. `exclusive`: no other thread runs blocks of this grid.
    block_run(const launch&, bool exclusive, cluster&, std::uint32_t rank);
    ~block_run();

    //! Resets the block to the beginning of the kernel.
    void start(std::uint64_t linear_index);
    //! Runs until the block ends, waits for other blocks of its cluster, has used up its turn, or is above `last`.
    //! Throws device_fault.
    progress run(const std::atomic<std::uint64_t>& last);
    //! Warp instructions executed since start().
    executed_instructions executed() const { return {executed_, executed_ - interpreted_, diverged_}; }

    //! Faults, because all threads wait.
    [[noreturn]] void report_deadlock() const;
    //! Faults at the current instruction of a thread: the watchdog ends the kernel.
    [[noreturn]] void give_up(double seconds);

    //! Adds the counts of all runs of the block.
    void add_counters_to(cuda_emulator_counters&) const;

private:
    dimensions move_to(std::uint64_t at);
    progress run_warp_counted(warp&, std::uint64_t slice);
    progress run_by_schedule(seeded_schedule&, const std::atomic<std::uint64_t>& last);

    whole_block together_{*this};
    std::uint64_t executed_ = 0;
    std::uint64_t interpreted_ = 0; //!< of `executed_`, by the interpreter
    std::uint64_t diverged_ = 0;    //!< of `executed_`, by some lanes of a warp
    std::uint64_t ranges_of_ = 0;   //!< generation of the allocation table that `ranges` refers to
    std::unique_ptr<shared_memory_check> shared_check_;
    std::unique_ptr<undefined_values> undefined_;
    std::unique_ptr<block_races> races_;
    std::unique_ptr<cuda_emulator_counters> counters_; //!< null: not counted
    window_memory stacks_;                             //!< stacks of all warps
};

} // namespace cuda_emulator
