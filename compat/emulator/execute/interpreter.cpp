// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter of a warp, in four parts:
//
//  paths.h         the scheduler: which divergent path runs next, and which paths merge
//  dispatch.h      the inner loop, which runs the instructions of a path
//  control_flow.h  instructions that the inner loop leaves: divergence, calls, exits, barriers
//  hand_over.h     the hand-over to translated code, and the way back
#include "execute/interpreter.h"

#include "execute/calls.h"
#include "execute/dispatch.h"
#include "execute/paths.h"
#include "execute/whole_warp.h"
#include "machine/lanes.h"

namespace cuda_emulator {

void start_warp(warp& w)
{
    activation* const a = start_kernel(w);
    w.paths.clear();
    w.live = w.present;
    w.carry = 0;
    w.polls = 0;
    w.turns = 0;
    w.products.clear();
    add_path(w, a, 0, w.present);
}

namespace {
// Two instances: the one that counts, and one without the cost of counting.
template <bool Counting>
progress run(warp& w, std::uint64_t slice_end)
{
    running_path now;
    for (;;) {
        if (const auto came_to = take_path(w, now)) return *came_to;
        const std::uint64_t before = w.executed;
        const bool is_whole = now.mask == all_lanes;
        const bool gives_way = run_path<Counting>(w, now, slice_end);
        if (!is_whole) w.diverged += w.executed - before;
        if (gives_way) return progress::yielded;
    }
}
} // namespace

progress run_warp(warp& w, std::uint64_t slice)
{
    const std::uint64_t end = w.executed + slice;
    w.slice_end = end;
    if (w.counters) return run<true>(w, end);
    const auto came_to = run_whole_warp(w, end);
    return came_to ? *came_to : run<false>(w, end);
}

} // namespace cuda_emulator
