// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a block. It can be left at any point and resumed.
#pragma once

#include "execute/interpreter.h"
#include "execute/whole_block.h"
#include "machine/block.h"
#include "memory/address_window.h"

#include <atomic>

namespace cuda_emulator {

struct cluster;

//! Bytes of shared memory that each block of the launch has.
std::uint32_t shared_bytes_of(const launch&);

//! A block with what its run needs: stacks, checks, counters.
class block_run : public block {
public:
    //! Its shared memory is its place in the cluster's. `exclusive`: no other thread runs blocks of this grid.
    block_run(const launch&, bool exclusive, cluster&, std::uint32_t rank);
    ~block_run();

    //! Puts the block at its beginning.
    void start(std::uint64_t linear_index);
    //! Runs until the block ends, can only wait for others of its cluster, has had its turn, or is above `last`. Throws
    //! device_fault.
    progress run(const std::atomic<std::uint64_t>& last);
    //! Instructions that its warps have executed since its beginning.
    std::uint64_t executed() const { return executed_; }

    //! Faults: everybody waits.
    [[noreturn]] void report_deadlock() const;
    //! Faults at the place where a thread of the block is: the watchdog's end of a kernel.
    [[noreturn]] void give_up(double seconds);

    //! Adds what the block has done in all its runs.
    void add_counters_to(cuda_emulator_counters&) const;

private:
    whole_block together_{*this};
    std::uint64_t executed_ = 0;
    std::uint64_t ranges_of_ = 0; //!< the table of allocations that `ranges` was found in
    std::unique_ptr<shared_memory_check> shared_check_;
    std::unique_ptr<undefined_values> undefined_;
    std::unique_ptr<block_races> races_;
    std::unique_ptr<cuda_emulator_counters> counters_; //!< null: nobody counts
    window_memory stacks_;                             //!< of all warps
};

} // namespace cuda_emulator
