// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warp_synchronisation.h"

#include "check/exchange.h"
#include "check/shared_memory.h"
#include "execute/exchange_across_paths.h"
#include "machine/lanes.h"
#include "machine/observer.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// The instruction has not run: it will run, and be counted, when the missing lanes have come.
void take_back(warp& w, const instruction& i, std::uint32_t m)
{
    if (i.adapter) return;
    --w.executed;
    w.thread_instructions -= static_cast<unsigned>(__builtin_popcount(m));
    if (w.grid->observer) w.grid->observer->takes_back(w, i, m);
}

// Which lanes of a path may execute an exchange now.
struct gathered_lanes {
    std::uint32_t complete = 0; // lanes of groups that wait for no other lanes
    std::uint32_t others = 0;   // lanes of the same groups on other paths
    std::uint32_t missing = 0;  // lanes that the masks of the other groups name, and that have not come
};

// A lane has come to a group's exchange if it names the same lanes. Lanes whose guard is false have come, too.
gathered_lanes gather(const warp& w, const running_path& r, const instruction& i, std::uint32_t m,
                      const std::uint32_t* member)
{
    gathered_lanes all;
    each_member_group(m, member, [&](std::uint32_t together) {
        const std::uint32_t named = member[__builtin_ctz(together)] & w.live;
        const std::uint32_t others = lanes_that_wait_alike(w, i, member[__builtin_ctz(together)]);
        const std::uint32_t missing = named & ~(together | others | (r.mask & ~m));
        if (!missing) all.complete |= together;
        all.missing |= missing;
        if (!missing || r.ignores_missing_lanes) all.others |= others & named & ~r.mask;
    });
    return all;
}

// Lets the lanes `waiting` wait for others at the instruction. The rest of the path goes on, and `m` of it execute.
void part_from_waiting(warp& w, running_path& r, const instruction& i, std::uint32_t m, std::uint32_t waiting)
{
    put_back(w, r, r.pc, waiting, path_state::at_sync);
    r.mask &= ~waiting;
    if (i.adapter) return;
    ++w.executed;
    w.thread_instructions += static_cast<unsigned>(__builtin_popcount(m));
    if (w.grid->observer) w.grid->observer->executes(w, i, r.mask, m);
}

} // namespace

step synchronise(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    if (m == 0) {
        ++r.pc;
        return step::next;
    }
    const std::uint32_t* const member = slot<std::uint32_t>(w, i.member_mask);
    const std::uint32_t here = r.mask;
    const member_masks masks = masks_of(m, member);
    if (masks.are_equal() && (masks.wanted & w.live & ~here) == 0) {
        run_exchange(w, i, i, m, here);
        r.ignores_missing_lanes = false;
        ++r.pc;
        return step::next;
    }
    const gathered_lanes all = gather(w, r, i, m, member);
    if (r.ignores_missing_lanes) {
        if (all.missing && w.grid->check.barriers) report_missing_lanes(w, i, m & ~all.complete, all.missing);
    } else if (all.complete != m) {
        take_back(w, i, m);
        if (!all.complete) {
            put_back(w, r, r.pc, here, path_state::at_sync);
            return step::leaves;
        }
        part_from_waiting(w, r, i, all.complete, m & ~all.complete);
        m = all.complete;
    }
    r.ignores_missing_lanes = false;
    if (all.others == 0) {
        run_exchange(w, i, i, m, here);
    } else {
        exchange_across_paths(w, r, i, m, all.others);
    }
    ++r.pc;
    if (r.mask == here && all.others == 0) return step::next;
    put_back(w, r, r.pc, r.mask);
    return step::leaves;
}

step warp_barrier(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    const std::uint32_t* const member = slot<std::uint32_t>(w, i.member_mask);
    if (w.grid->check.barriers) check_membership(w, i, m, member);
    std::uint32_t wanted = 0;
    each_lane(m, [&](int l) { wanted |= member[l]; });
    if ((wanted & w.live & ~r.mask) == 0) {
        if (w.shared_check)
            each_member_group(m, member, [&](std::uint32_t together) { w.shared_check->warp_barrier(w, together); });
        ++r.pc;
        return step::next;
    }
    put_back(w, r, r.pc + 1, r.mask & ~m);
    each_member_group(m, member, [&](std::uint32_t together) {
        put_back(w, r, r.pc, together, path_state::at_warp_barrier);
        w.paths.back().wait = member[__builtin_ctz(together)];
    });
    release_warp_barrier(w);
    return step::leaves;
}

void release_warp_barrier(warp& w)
{
    for (const divergent_path& first : w.paths) {
        if (first.state != path_state::at_warp_barrier) continue;
        const std::uint32_t member = first.wait & w.live;
        auto with_it = [&](const divergent_path& p) {
            return p.state == path_state::at_warp_barrier && (p.wait & w.live) == member;
        };
        std::uint32_t together = 0;
        for (const divergent_path& p : w.paths)
            if (with_it(p)) together |= p.mask;
        if ((member & ~together) != 0) continue;
        for (divergent_path& p : w.paths)
            if (with_it(p)) {
                p.state = path_state::runnable;
                ++p.pc;
            }
        if (w.shared_check) w.shared_check->warp_barrier(w, together);
    }
}

} // namespace cuda_emulator
