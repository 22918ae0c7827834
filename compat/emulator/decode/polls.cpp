// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/polls.h"

#include "decode/cycles.h"
#include "decode/waiting_loops.h"
#include "execute/clock.h"
#include "execute/memory_access.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace cuda_emulator {

namespace {

bool may_poll(const instruction& i)
{
    return i.kind == flow::poll && (i.access.kind == access_kind::load || i.access.kind == access_kind::atomic);
}

bool is_barrier_of_all(const instruction& i)
{
    if (i.kind != flow::barrier || i.guard != no_operand) return false;
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    return info.op == barrier_info::operation::sync && info.threads == no_operand;
}

bool is_strong_load_outside_global(const instruction& i)
{
    return i.access.kind == access_kind::load && i.order != memory_order::weak && i.access.space != ptx::space::global;
}
// Two volatile accesses race. A stronger access and a volatile load do not.
bool is_stronger_than_volatile_outside_global(const instruction& i)
{
    const bool accesses = i.access.kind != access_kind::none;
    return accesses && i.order > memory_order::volatile_ && i.access.space != ptx::space::global;
}

bool answers_a_block(const instruction& i) { return has_atomic_result(i) && i.access.space != ptx::space::shared; }

template <class F>
bool has_any(const decoded_function& f, F is_one)
{
    return std::any_of(f.code.begin(), f.code.end(), is_one);
}

// On an H200 a round of a loop that waits for clock64() takes 39 cycles, and one that waits for clock() takes 68.
constexpr std::int64_t cycles_of_wait = 32;

bool only_computes(const instruction& i)
{
    const bool computes = i.kind == flow::none && i.access.kind == access_kind::none;
    const bool has_lists = i.roles == operand_roles::listed || i.roles == operand_roles::other;
    return i.kind == flow::branch || instruction_clock(i) || (computes && (!i.run || !has_lists));
}

// Reads of the clock in loops that do nothing else. A round takes longer on a GPU than it has instructions.
void find_waits(decoded_function& f)
{
    if (!has_any(f, [](const instruction& i) { return instruction_clock(i).has_value(); })) return;
    const successors next = successors_of(f);
    const cycle_finder all(next, std::vector<bool>(f.code.size()));
    std::set<std::uint32_t> others;
    for (std::uint32_t at = 0; at < f.code.size(); ++at)
        if (!only_computes(f.code[at])) others.insert(all.cycle(at));
    for (std::uint32_t at = 0; at < f.code.size(); ++at) {
        instruction& i = f.code[at];
        if (!instruction_clock(i) || !all.is_in_cycle(at) || others.count(all.cycle(at))) continue;
        i.immediate = cycles_of_wait;
        if (i.guard == no_operand) i.kind = flow::clock;
    }
}

} // namespace

void find_polls(program& p)
{
    decoded_function& f = *p.kernel;
    // Accesses of shared memory are those of the block itself, unless it is part of a cluster.
    const auto is_own = [&](const instruction& i) { return i.access.space == ptx::space::shared && !p.in_clusters; };
    const bool has_answers = has_any(f, answers_a_block);
    bool may_wait_for_blocks = false;
    if (has_any(f, may_poll)) {
        const successors next = successors_of(f);
        std::vector<bool> barriers(f.code.size());
        std::transform(f.code.begin(), f.code.end(), barriers.begin(), is_barrier_of_all);
        const cycle_finder all(next, std::vector<bool>(f.code.size())), without_barriers(next, std::move(barriers));
        for (std::uint32_t at = 0; at < f.code.size(); ++at) {
            instruction& i = f.code[at];
            if (may_poll(i) && !(is_own(i) ? without_barriers : all).is_in_cycle(at)) i.kind = flow::none;
            may_wait_for_blocks |= has_answers && is_fence_or_pause(i) && all.is_in_cycle(at);
        }
    }
    bool polls = false, loads = false, synchronises = false;
    for (const auto& [source, function] : p.functions) {
        find_waits(*function);
        find_waiting_loops(*function);
        for (const instruction& i : function->code) {
            const bool is_of_others = i.access.kind != access_kind::none && !is_own(i);
            p.ordered |= is_of_others && i.kind == flow::poll && is_plain_load(i);
            // A loop may be around the call of a function.
            p.waits_for_blocks |= is_of_others && (i.waits || (function.get() != &f && may_poll(i)));
        }
        may_wait_for_blocks |= has_any(*function, [&](const instruction& i) { return may_poll(i) && !is_own(i); });
        may_wait_for_blocks |= has_answers && function.get() != &f && has_any(*function, is_fence_or_pause);
        polls |= has_any(*function, may_poll);
        loads |= has_any(*function, is_strong_load_outside_global);
        synchronises |= has_any(*function, is_stronger_than_volatile_outside_global);
    }
    // If no warp polls and none synchronises by memory, only a race shows to a load in which order the warps ran.
    p.warps_ordered |= loads && (polls || synchronises);
    p.ordered |= p.atomics_in_order && may_wait_for_blocks;
    p.may_wait_for_blocks = may_wait_for_blocks || p.waits_for_blocks;
}

} // namespace cuda_emulator
