// A block: its warps, shared memory and barriers. It can be left at any point and resumed.
#pragma once

#include "machine/machine.h"

namespace cuda_emulator {

class shared_memory_check;
class undefined_values;

enum class progress : std::uint8_t { finished, waiting, yielded };

struct barrier_state {
    std::uint32_t arrived = 0;
    std::uint32_t expected = 0; //!< 0: all live threads of the block
    std::uint32_t count = 0;    //!< of true predicates, for bar.red
    std::uint32_t voters = 0;
    bool waited_for = false;
};

constexpr int barrier_count = 17; //!< 16 of PTX, and one for the cluster

struct block {
    block(const launch&, bool exclusive);
    ~block();
    block(const block&) = delete;
    block& operator=(const block&) = delete;

    //! Puts the block at its beginning.
    void start(std::uint64_t linear_index);
    //! Runs until the block ends, or until it can only wait for other blocks. Throws device_fault.
    progress run();

    //! Faults at the place where a thread of the block is: the watchdog's end of a kernel.
    [[noreturn]] void give_up(double seconds);
    [[noreturn]] void report_deadlock();

    //! Adds what the block has done in all its runs.
    void add_counters_to(cuda_emulator_counters&) const;

    void arrive(warp&, const instruction&, std::uint32_t mask);
    void threads_exited(std::uint32_t count);
    //! Lets the barrier's threads go when all have arrived.
    void try_release(int number);
    void order_threads(int number);

    const launch& grid;
    dimensions index;
    std::uint64_t linear_index = 0;
    std::uint32_t live_threads = 0;
    std::uint32_t shared_size = 0;
    char* shared = nullptr;
    std::vector<char> shared_storage;
    std::unique_ptr<shared_memory_check> shared_check; //!< null: nobody asks
    std::unique_ptr<undefined_values> undefined;       //!< null: nobody asks
    std::vector<std::unique_ptr<warp>> warps;
    std::unique_ptr<cuda_emulator_counters> counters; //!< null: nobody counts
    barrier_state barriers[barrier_count];
    char* stacks = nullptr;
    std::size_t stacks_size = 0;
};

//! Runs the warp until it ends, waits or has used up its slice. Throws device_fault.
progress run_warp(warp&, std::uint64_t slice);

//! Puts the warp at the kernel's beginning.
void start_warp(warp&);

//! printf, malloc, free and assert: reads the arguments from the caller's frame, writes the result there.
void call_builtin(warp&, const instruction&, const call_info&, std::uint32_t mask);

} // namespace cuda_emulator
