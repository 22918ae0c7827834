// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of its own prints the lines, so that they come also while a kernel spins or the host computes. It takes no
// lock of the runtime, because a launch holds them as long as its kernel runs.
#include "runtime/progress.h"

#include "machine/kernel_name.h"
#include "machine/launch.h"
#include "runtime/context.h"
#include "settings/environment.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <sys/resource.h>
#include <thread>

namespace cuda_emulator {

namespace {

using progress_clock = std::chrono::steady_clock;

struct progress_counts {
    std::uint64_t launches = 0, blocks = 0, warp_instructions = 0; //!< that have ended, and their instructions
};

// What the program has done so far.
struct progress_state {
    std::mutex mutex;
    std::string kernel; //!< empty: none runs
    progress_clock::time_point kernel_began;
    std::uint64_t kernel_blocks = 0;
    std::uint64_t blocks_before = 0; //!< blocks that had ended before this kernel
    std::uint64_t launches = 0;
    // Blocks end in all threads at once.
    std::atomic<std::uint64_t> blocks{0}, warp_instructions{0};
};

// Never destroyed: the thread may outlive main.
progress_state& state()
{
    static auto* s = new progress_state;
    return *s;
}

double seconds_between_lines()
{
    static const double seconds = number_in("CUDA_EMULATOR_PROGRESS", 0, 0, 1e6);
    return seconds;
}

double seconds_since(progress_clock::time_point t)
{
    return std::chrono::duration<double>(progress_clock::now() - t).count();
}

double processor_seconds()
{
    rusage u = {};
    getrusage(RUSAGE_SELF, &u);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * t.tv_usec; };
    return seconds(u.ru_utime) + seconds(u.ru_stime);
}

void print_progress_lines()
{
    const double every = seconds_between_lines();
    const auto began = progress_clock::now();
    progress_counts before;
    double processor_before = processor_seconds();
    for (;;) {
        std::this_thread::sleep_for(std::chrono::duration<double>(every));
        progress_state& s = state();
        std::unique_lock lock(s.mutex);
        const progress_counts now{s.launches, s.blocks, s.warp_instructions};
        const std::string name = s.kernel;
        const double kernel_seconds = seconds_since(s.kernel_began);
        const std::uint64_t kernel_blocks = s.kernel_blocks, kernel_ended = now.blocks - s.blocks_before;
        lock.unlock();
        const double processor = processor_seconds();
        std::string running = "no kernel runs";
        if (!name.empty()) {
            char text[160];
            std::snprintf(text, sizeof text, "a kernel has run for %.1f s, %llu of its %llu blocks ended",
                          kernel_seconds, static_cast<unsigned long long>(kernel_ended),
                          static_cast<unsigned long long>(kernel_blocks));
            running = text;
        }
        std::fprintf(stderr,
                     "cuda_emulator: CUDA_EMULATOR_PROGRESS: after %.1f s: %llu launches ended; %s; in the last %g s: "
                     "%llu launches and %llu blocks ended, %llu warp instructions in these blocks, %.1f s of processor "
                     "time%s%s%s\n",
                     seconds_since(began), static_cast<unsigned long long>(now.launches), running.c_str(), every,
                     static_cast<unsigned long long>(now.launches - before.launches),
                     static_cast<unsigned long long>(now.blocks - before.blocks),
                     static_cast<unsigned long long>(now.warp_instructions - before.warp_instructions),
                     processor - processor_before, name.empty() ? "" : "; the kernel is '", name.c_str(),
                     name.empty() ? "" : "'");
        before = now;
        processor_before = processor;
    }
}

} // namespace

void begin_progress()
{
    if (seconds_between_lines() > 0) std::thread(print_progress_lines).detach();
}

launch_progress::launch_progress(const kernel& k, launch& l)
    : launch_(l)
    , next_(l.hotness)
{
    if (seconds_between_lines() <= 0) return;
    progress_state& s = state();
    std::string name = demangled(k.name);
    std::lock_guard lock(s.mutex);
    s.kernel = std::move(name);
    s.kernel_began = progress_clock::now();
    s.kernel_blocks = l.grid.volume();
    s.blocks_before = s.blocks;
    l.hotness = this;
}

launch_progress::~launch_progress()
{
    if (launch_.hotness != this) return;
    launch_.hotness = next_;
    progress_state& s = state();
    std::lock_guard lock(s.mutex);
    s.kernel.clear();
    ++s.launches;
}

void launch_progress::block_ended(const launch& l, std::uint64_t warp_instructions)
{
    if (next_) next_->block_ended(l, warp_instructions);
    // The blocks of a cluster end together.
    state().blocks += l.cluster.volume();
    state().warp_instructions += warp_instructions;
}

void launch_progress::block_ran(const launch& l, std::uint64_t warp_instructions)
{
    if (next_) next_->block_ran(l, warp_instructions);
    state().warp_instructions += warp_instructions;
}

} // namespace cuda_emulator
