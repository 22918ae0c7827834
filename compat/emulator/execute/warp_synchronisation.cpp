// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warp_synchronisation.h"

#include "check/exchange.h"
#include "check/shared_memory.h"
#include "machine/lanes.h"
#include "machine/observer.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Calls f(lanes) for each group of lanes with the same member mask (tiles of a warp).
template <class F>
void each_group(std::uint32_t mask, const std::uint32_t* member, F f)
{
    std::uint32_t masks[warp_size];
    std::copy(member, member + warp_size, masks); // f may overwrite `member`
    while (mask) {
        const int first = __builtin_ctz(mask);
        std::uint32_t same = 0;
        each_lane(mask, [&](int l) { same |= std::uint32_t(masks[l] == masks[first]) << l; });
        f(same);
        mask &= ~same;
    }
}

// The instruction has not run: it will run, and be counted, when the missing lanes have come.
void take_back(warp& w, const instruction& i, std::uint32_t m)
{
    if (i.adapter) return;
    --w.executed;
    w.thread_instructions -= static_cast<unsigned>(__builtin_popcount(m));
    if (w.grid->observer) w.grid->observer->takes_back(w, i, m);
}

// The lanes of those groups that do not wait for other lanes.
std::uint32_t complete_groups(const warp& w, const running_path& r, std::uint32_t m, const std::uint32_t* member)
{
    std::uint32_t result = 0;
    each_group(m, member, [&](std::uint32_t together) {
        if ((member[__builtin_ctz(together)] & w.live & ~r.mask) == 0) result |= together;
    });
    return result;
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
    const std::uint32_t* member = slot<std::uint32_t>(w, i.member_mask);
    std::uint32_t wanted = 0, common = all_lanes;
    each_lane(m, [&](int l) {
        wanted |= member[l];
        common &= member[l];
    });
    const std::uint32_t here = r.mask;
    std::uint32_t missing = wanted & w.live & ~here;
    if (missing != 0 && !r.ignores_missing_lanes) {
        take_back(w, i, m);
        // A group does not wait for the lanes of another one.
        const std::uint32_t ready = wanted == common ? 0 : complete_groups(w, r, m, member);
        if (!ready) {
            put_back(w, r, r.pc, here, path_state::at_sync);
            return step::leaves;
        }
        part_from_waiting(w, r, i, ready, m & ~ready);
        m = ready;
        missing = 0;
    }
    const bool checks = w.grid->check.barriers;
    if (missing != 0 && checks) report_missing_lanes(w, i, m, missing);
    if ((m & ~common) != 0 && checks) check_membership(w, i, m, member);
    r.ignores_missing_lanes = false;
    const auto exchange = [&](std::uint32_t together) {
        if (checks && together != all_lanes && i.roles == operand_roles::shuffle) {
            run_partial_shuffle(w, i, together, here);
        } else {
            i.run(w, i, together);
        }
    };
    if (wanted == common) { // all lanes have the same member mask
        exchange(m);
    } else {
        each_group(m, member, exchange);
    }
    ++r.pc;
    if (r.mask == here) return step::next;
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
            each_group(m, member, [&](std::uint32_t together) { w.shared_check->warp_barrier(w, together); });
        ++r.pc;
        return step::next;
    }
    put_back(w, r, r.pc + 1, r.mask & ~m);
    each_group(m, member, [&](std::uint32_t together) {
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
