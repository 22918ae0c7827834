// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/barriers.h"

#include "check/findings.h"
#include "isa/integers.h"
#include "machine/fault.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

struct waiting {
    warp* w;
    const divergent_path* f;
    const instruction& at() const { return f->at->function->code[f->pc]; }
    u32 thread() const { return w->index * warp_size + static_cast<u32>(__builtin_ctz(f->mask)); }
    std::string line() const { return line_of(*w->grid->code, *f->at->function, at()); }
    std::string key() const { return key_of(*w->grid->code, *f->at->function, at()); }
};

void report(const block& b, const waiting& x, const std::string& key, const std::string& what)
{
    add_finding(b, "barrier " + std::string(b.grid.code->kernel->source->name) + x.key() + key,
                place_of(b, x.thread(), *x.f->at->function, x.at()) + ": " + what);
}

std::string count_of(std::size_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

} // namespace

void check_barrier(block& b, int number)
{
    const bool counted = b.barriers[number].expected != 0;
    waiting first{nullptr, nullptr};
    for (auto& w : b.warps) {
        waiting of_warp{nullptr, nullptr};
        for (const divergent_path& f : w->paths) {
            if (f.state != path_state::at_barrier || f.wait != static_cast<u32>(number)) continue;
            const waiting here{w.get(), &f};
            const waiting& other = of_warp.f ? of_warp : first;
            // The same instruction in another activation counts as the same place.
            if (b.grid.check.barriers && other.f && other.f->barrier != f.barrier && f.barrier->aligned &&
                other.f->barrier->aligned && (of_warp.f || !counted))
                report(b, here, other.key(),
                       "divergent barrier: thread " + thread_name(b, other.thread()) + " waits for it at " +
                           other.line() + (of_warp.f ? ", in the same warp" : ""));
            if (!of_warp.f) of_warp = here;
            if (!first.f) first = here;
        }
    }
    const auto threads = static_cast<u32>(b.grid.block.volume());
    if (counted || !first.f) return;
    if (b.live_threads == threads) b.has_met = true;
    if (!b.grid.check.exited || b.live_threads == threads) return;
    for (auto& w : b.warps)
        if (const u32 gone = w->present & ~w->live; gone && !(b.has_met && w->live == 0))
            return report(b, first, " exited",
                          "a barrier skipped by exiting threads: " + count_of(threads - b.live_threads, "thread") +
                              " of the block's " + std::to_string(threads) +
                              " have returned, or came to the kernel's end, thread " +
                              thread_name(b, w->index * warp_size + static_cast<u32>(__builtin_ctz(gone))) +
                              " among them. All threads of a block must reach a __syncthreads(): move it out of the "
                              "branch, or the return behind it");
}

} // namespace cuda_emulator
