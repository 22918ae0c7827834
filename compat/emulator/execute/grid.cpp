// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distributes the blocks of a launch over the host's cores.
//
// A kernel whose order of blocks is observable runs in one thread, in block order, so that every run gives the same
// result. Such kernels use atomics with results in loops, volatile or acquire loads, or printf. A block that can only
// wait for another block is suspended, and resumed after the others had a turn.
//
// A kernel whose only such instructions are atomics may run on all cores, if no loop repeats one that has a result:
// then no block can wait for another one. Each of these atomics waits until all lower blocks have ended (block_gate),
// so results and sums are those of one thread. That is faster if a block has few atomics, or has them at its end, and
// gate_choice finds out. Blocks of such a kernel are not suspended.
#include "execute/grid.h"

#include "check/global_races.h"
#include "execute/bulk_copy.h"
#include "execute/grid_run.h"
#include "execute/seeded_schedule.h"
#include "execute/tensor_copy.h"
#include "execute/thread_pool.h"
#include "machine/kernel_name.h"
#include "machine/observer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace cuda_emulator {

namespace {

// Bulk copies complete at once here, but not on a GPU. The order of their accesses is not modelled, so races cannot be
// checked.
bool can_follow_accesses(const launch& l, bool asked)
{
    const auto copies_in_bulk = [](const instruction& i) { return i.run == run_bulk_copy || i.run == run_tensor_copy; };
    bool can = true;
    for (const auto& [source, f] : l.code->functions)
        can = can && std::none_of(f->code.begin(), f->code.end(), copies_in_bulk);
    static std::once_flag told;
    if (!can && asked)
        std::call_once(told, [&] {
            std::fprintf(stderr,
                         "cuda_emulator: what kernels with bulk copies do in global memory is not checked for races "
                         "and hazards: '%s' is the first\n",
                         name_in_message(std::string(l.code->kernel->source->name)).c_str());
        });
    return can;
}

} // namespace

void execute(launch& l, const touched_bytes& touched, std::uint64_t resident)
{
    std::unique_ptr<global_races> races;
    const bool asked = l.memory_check.races || touched;
    seeded_schedule* const schedule = seeded_schedule::wanted();
    if ((asked || schedule) && can_follow_accesses(l, asked)) {
        std::function<bool()> sees_old;
        if (schedule) sees_old = [schedule] { return schedule->reads_old_value(); };
        races = std::make_unique<global_races>(*l.code, l.memory_check.races, std::move(sees_old));
    }
    l.races = races.get();
    const bool alone = l.code->ordered || l.cooperative || l.grid.volume() == l.cluster.volume() || races ||
                       (l.code->atomics_in_order && (l.cluster.volume() > 1 || schedule));
    using order = grid_run::order;
    const order of_blocks = alone ? order::alone : l.code->atomics_in_order ? order::of_atomics : order::any;
    auto& pool = thread_pool::instance();
    const bool in_one_thread = alone || pool.size() == 1 || schedule || (l.observer && l.observer->in_order);
    const bool chooses = !in_one_thread && of_blocks == order::of_atomics, was_translated = is_translated(l);
    const bool exclusive = in_one_thread || (chooses && !l.code->choice->wants_gate(was_translated));
    const auto begin = std::chrono::steady_clock::now();
    grid_run run(l, of_blocks, exclusive, resident);
    if (exclusive) {
        run.work();
    } else {
        pool.run([&] { run.work(); }, run.begins_alone());
    }
    run.finish();
    if (chooses && is_translated(l) == was_translated)
        l.code->choice->ended(was_translated, !exclusive,
                              (std::chrono::steady_clock::now() - begin) / static_cast<double>(l.grid.volume()));
    if (touched && races) races->each_touched(touched);
}

} // namespace cuda_emulator
