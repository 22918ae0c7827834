// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of one launch: which thread takes which, which are suspended, and what an error ends.
#pragma once

#include "check/block_findings.h"
#include "execute/cluster.h"
#include "execute/seeded_schedule.h"
#include "execute/thread_clock.h"
#include "machine/block_gate.h"
#include "machine/launch.h"
#include "machine/translated_code.h"
#include "settings/environment.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace cuda_emulator {

//! Whether warps of the kernel may run in translated code.
inline bool is_translated(const launch& l) { return l.translated && l.translated->run.load(std::memory_order_relaxed); }

//! The unit of scheduling is the cluster, usually of one block. In this class "block" means its cluster.
//!
//! Reports do not depend on the number of threads. Findings wait for the lower blocks (block_findings), and so does an
//! error that ends the kernel. After an error the lower blocks are completed, because one of them may also end in an
//! error. The higher blocks are abandoned. A block that has run very long, or waits for an abandoned block, is not
//! waited for.
class grid_run {
public:
    //! How the blocks share the host's threads: on all cores; the same, with atomics in block order; in one
    //! thread.
    enum class order : std::uint8_t { any, of_atomics, alone };

    //! `exclusive`: one thread runs all blocks. `resident` is that of execute().
    grid_run(launch& g, order of_blocks, bool exclusive, std::uint64_t resident);
    ~grid_run();

    //! Whether the launch is expected to end before other threads could help. The first thread calls them if it lasts.
    bool begins_alone() const { return is_alone_so_far_; }
    //! One thread's part: takes blocks until none is left. Several threads may call it at once, if not `exclusive`.
    void work();
    //! Call once after all calls of work(). Throws the error that ended the kernel.
    void finish();

private:
    // Blocks that have not begun.
    struct range {
        std::uint64_t begin = 0, end = 0;
    };
    // The work of one thread: a block, and the next few blocks that were taken with it.
    struct turn {
        std::unique_ptr<cluster_run> blocks;
        std::uint64_t index = 0, step = 1;
        range all; //!< `unfinished_` holds its beginning
        bool is_fresh = false;

        // Advances to the next block of the turn. Returns false after the last one.
        bool next()
        {
            if (!is_fresh || all.end - index <= step) return false;
            index += step;
            return true;
        }
    };

    // Returns false if the turn's last block will go on.
    bool run(turn& t, std::optional<thread_clock>& clock);

    // Wakes the other threads if the launch began in one and lasts.
    void call_others_if_long();
    // While compilers work on this kernel and no core is free for them, threads with the highest numbers wait. The
    // first thread never waits.
    void give_way(unsigned number);

    // Blocks of fewer threads than a warp run as divergent paths.
    bool blocks_are_translated() const;
    // Blocks of hot kernels are short, so taking them one by one would dominate the run time. A single thread takes
    // turns with blocks that are suspended, so its order of blocks is the interpreter's.
    std::uint64_t taken_at_once() const;
    // Takes blocks that have not begun, or the block that was suspended first.
    bool take(turn& t);
    // Whether the next turn resumes a block, too. Blocks that may wait for others take turns with blocks that have not
    // begun. Other blocks only need time, and each that has begun holds memory for its threads' stacks. Call with the
    // lock held.
    bool resumes_again();
    // Whether the next block is too far above the lowest unfinished one to begin. Which loads it follows depends on
    // that block's findings.
    bool is_too_far() const;
    // Call with the lock held, which is given up while the thread waits.
    void wait_for_lower_blocks(std::unique_lock<std::mutex>&);
    // Keeps the turn's first block and puts the others into `left_`. Call with the lock held.
    void give_back_rest(turn& t);
    // Changes what is taken next: the first one of `left_`, or of `suspended_`. Call with the lock held.
    void follow_schedule();
    // The device's resident blocks all wait. On a GPU no further block begins before one of them ends. So each gets
    // more turns; if none of them ends, a wait for a block that has not begun is reported. Call with the lock held.
    bool is_full();
    // Gives back the blocks of the turn that have not begun, because the thread turns to other work. Call with the lock
    // held.
    void leave_rest(const turn& t);
    // After an error: the lowest suspended block that must still end.
    std::unique_ptr<cluster_run> take_below();
    void finished(turn& t);
    // Returns whether no block has ended for too long. Throws if the watchdog ends the kernel at this block.
    bool give_up_if_late(turn& t);
    void suspend(turn& t);
    // All blocks that are left are suspended, and none has ended for some time: the kernel may wait for the host.
    void ask_host();
    // Call in an exception handler. The lowest block's error wins, and any error wins over the watchdog's.
    void failed(turn& t, bool by_watchdog);
    void do_not_wait_for(std::uint64_t index);

    // Clusters that a thread takes for one turn.
    static constexpr std::uint64_t most_at_once = 32;

    // Seconds without the end of a block until the kernel is ended; 0: never.
    static double timeout() { return number_in("CUDA_EMULATOR_TIMEOUT", 300, 0, 1e9); }
    // Instructions after which no finding waits for the block any longer, which take some seconds. In one thread the
    // limit is lower: a lower block may wait for an abandoned one. The limit does not depend on time, so the findings
    // are the same in each run.
    static constexpr std::uint64_t patience = 1u << 28, patience_alone = 1u << 22;

    launch& launch_;
    seeded_schedule* const schedule_ = seeded_schedule::wanted();
    const double timeout_ = timeout();
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    // When a block ended before any error, or the launch began.
    std::chrono::steady_clock::time_point last_end_ = begin_;
    const bool alone_, atomics_in_order_, exclusive_;
    const std::uint64_t total_, cluster_; //!< blocks of the grid, and of each cluster
    std::uint64_t resident_;              //!< blocks that the device holds at once; 0: not checked
    bool is_alone_so_far_;                //!< only the first thread changes it, before others begin
    std::uint64_t turns_of_full_ = 0;
    unsigned resumed_in_a_row_ = 0;
    block_findings findings_;
    block_gate gate_;
    std::atomic<unsigned> threads_{0}; //!< that have begun
    std::mutex mutex_;
    std::uint64_t next_ = 0;
    bool resume_first_ = false;
    std::deque<std::unique_ptr<cluster_run>> suspended_;
    std::vector<range> left_; //!< taken and given back; `unfinished_` holds the first block of each
    std::vector<std::unique_ptr<cluster_run>> free_;
    //! First blocks of the clusters that findings wait for. Clusters that were taken together have one entry.
    std::set<std::uint64_t> unfinished_;
    std::atomic<std::uint64_t> last_{~std::uint64_t{0}}; //!< the cluster with the error; no cluster above it runs
    bool timed_out_ = false;                             //!< the watchdog raised the error
    std::exception_ptr error_;
};

} // namespace cuda_emulator
