// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/control_flow.h"

#include "execute/barriers.h"
#include "execute/calls.h"
#include "execute/lock_step.h"
#include "execute/warp_synchronisation.h"
#include "machine/fault.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

constexpr std::uint32_t polls_before_yield = 64;

step poll(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    if (m) i.run(w, i, m);
    ++r.pc;
    if (++w.polls < polls_before_yield && i.kind == flow::poll) return step::next;
    w.polls = 0;
    if (!w.grid->lock_step) r.turn = ++w.turns;
    put_back(w, r, r.pc, r.mask);
    const bool others_first = r.has_others && !w.grid->lock_step; // other paths of this warp
    return others_first ? step::leaves : step::gives_way;
}

// brx.idx: one path for each target.
step branch_indexed(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    const auto& table = static_cast<const branch_table*>(i.extra)->targets;
    const std::uint32_t* index = slot<std::uint32_t>(w, i.operands[0]);
    if (w.grid->lock_step) wait_at_reconvergence(w, r);
    put_back(w, r, r.pc + 1, r.mask & ~m);
    for (std::uint32_t left = m; left;) {
        const int first = __builtin_ctz(left);
        if (index[first] >= table.size())
            fault(w, i, first, device_error::launch_failure, "brx.idx past the end of its list");
        std::uint32_t same = 0;
        each_lane(left, [&](int l) { same |= std::uint32_t(index[l] == index[first]) << l; });
        put_back(w, r, table[index[first]], same);
        left &= ~same;
    }
    return step::leaves;
}

step exit_lanes(warp& w, running_path& r, std::uint32_t m)
{
    put_back(w, r, r.pc + 1, r.mask & ~m);
    w.live &= ~m;
    if (w.grid->lock_step) remove_returned(w, nullptr, m);
    leave_all_calls(w, r.at, m);
    release_warp_barrier(w);
    leave_barriers(*w.owner, static_cast<unsigned>(__builtin_popcount(m)));
    return step::leaves;
}

step block_barrier(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    put_back(w, r, r.pc + 1, r.mask & ~m);
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    if (info.op == barrier_info::operation::arrive) {
        put_back(w, r, r.pc + 1, m);
    } else {
        put_back(w, r, r.pc, m, path_state::at_barrier);
        w.paths.back().barrier = &info;
    }
    arrive_at_barrier(w, i, m);
    return step::leaves;
}

} // namespace

step execute_control_flow(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    if (i.kind == flow::synchronise) return synchronise(w, r, i, m);
    if (i.kind == flow::poll || i.kind == flow::yield) return poll(w, r, i, m);
    if (i.kind == flow::clock) {
        i.run(w, i, m);
        ++r.pc;
        return step::next;
    }
    if (m == 0) {
        ++r.pc;
        return step::next;
    }
    switch (i.kind) {
    case flow::branch_indexed:
        return branch_indexed(w, r, i, m);
    case flow::call:
        return call_function(w, r, i, m);
    case flow::ret:
        return return_from_function(w, r, i, m);
    case flow::exit:
        return exit_lanes(w, r, m);
    case flow::barrier:
        return block_barrier(w, r, i, m);
    case flow::warp_barrier:
        return warp_barrier(w, r, i, m);
    default:
        fault(w, i, __builtin_ctz(m), device_error::launch_failure, "trap or breakpoint");
    }
}

} // namespace cuda_emulator
