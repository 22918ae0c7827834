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
    std::uint64_t launches = 0, blocks = 0; //!< that have ended
    executed_instructions executed;         //!< in these blocks
};

// What the program has done so far.
struct progress_state {
    progress_clock::time_point began;
    std::mutex mutex;
    std::string kernel; //!< empty: none runs
    progress_clock::time_point kernel_began;
    std::uint64_t kernel_blocks = 0;
    std::uint64_t blocks_before = 0; //!< blocks that had ended before this kernel
    std::uint64_t launches = 0;
    // Blocks end in all threads at once.
    std::atomic<std::uint64_t> blocks{0}, executed{0}, translated{0};

    void add(const executed_instructions& more)
    {
        executed += more.all;
        translated += more.translated;
    }
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

progress_counts counts_of(const progress_state& s) { return {s.launches, s.blocks, {s.executed, s.translated}}; }

progress_counts difference(const progress_counts& now, const progress_counts& before)
{
    return {now.launches - before.launches, now.blocks - before.blocks, now.executed - before.executed};
}

// What has ended, and what it executed.
std::string text_of(const progress_counts& c, double processor)
{
    char text[240], share[60] = "";
    if (c.executed.all)
        std::snprintf(share, sizeof share, ", %.1f %% of them in translated code",
                      100.0 * static_cast<double>(c.executed.translated) / static_cast<double>(c.executed.all));
    std::snprintf(text, sizeof text,
                  "%llu launches and %llu blocks ended, %llu warp instructions executed%s, %.1f s of processor time",
                  static_cast<unsigned long long>(c.launches), static_cast<unsigned long long>(c.blocks),
                  static_cast<unsigned long long>(c.executed.all), share, processor);
    return text;
}

std::string text_of_kernel(const progress_state& s)
{
    if (s.kernel.empty()) return "no kernel runs";
    char text[160];
    std::snprintf(text, sizeof text, "a kernel has run for %.1f s, %llu of its %llu blocks ended",
                  seconds_since(s.kernel_began), static_cast<unsigned long long>(s.blocks - s.blocks_before),
                  static_cast<unsigned long long>(s.kernel_blocks));
    return text;
}

void print_progress_lines()
{
    const double every = seconds_between_lines();
    progress_counts before;
    double processor_before = processor_seconds();
    progress_state& s = state();
    for (;;) {
        std::this_thread::sleep_for(std::chrono::duration<double>(every));
        std::unique_lock lock(s.mutex);
        const progress_counts now = counts_of(s);
        const std::string running = text_of_kernel(s), name = s.kernel;
        lock.unlock();
        const double processor = processor_seconds();
        std::fprintf(stderr,
                     "cuda_emulator: CUDA_EMULATOR_PROGRESS: after %.1f s: %llu launches ended; %s; in the last %g s: "
                     "%s%s%s%s\n",
                     seconds_since(s.began), static_cast<unsigned long long>(now.launches), running.c_str(), every,
                     text_of(difference(now, before), processor - processor_before).c_str(),
                     name.empty() ? "" : "; the kernel is '", name.c_str(), name.empty() ? "" : "'");
        before = now;
        processor_before = processor;
    }
}

} // namespace

void begin_progress()
{
    if (seconds_between_lines() <= 0) return;
    state().began = progress_clock::now();
    std::thread(print_progress_lines).detach();
}

void end_progress()
{
    if (seconds_between_lines() <= 0) return;
    progress_state& s = state();
    std::lock_guard lock(s.mutex);
    std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_PROGRESS: ended after %.1f s: %s\n", seconds_since(s.began),
                 text_of(counts_of(s), processor_seconds()).c_str());
}

launch_progress::launch_progress(const kernel& k, launch& l)
    : launch_(l)
    , next_(l.hotness)
{
    if (seconds_between_lines() <= 0) return;
    progress_state& s = state();
    std::string name = name_in_message(k.name);
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

void launch_progress::turn_ended(const launch& l, const executed_turn& t)
{
    if (next_) next_->turn_ended(l, t);
    state().blocks += t.blocks;
    state().add(t.instructions);
}

void launch_progress::path_waits(const launch& l, decoded_function& f)
{
    if (next_) next_->path_waits(l, f);
}

bool launch_progress::wants_time() const { return next_ && next_->wants_time(); }

unsigned launch_progress::compilers() const { return next_ ? next_->compilers() : 0; }

} // namespace cuda_emulator
