// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/polls.h"

#include "execute/clock.h"
#include "execute/memory_access.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace cuda_emulator {

namespace {

constexpr std::uint32_t not_visited = 0;

using successors = std::vector<std::vector<std::uint32_t>>; // by instruction

successors successors_of(const decoded_function& f)
{
    const auto count = static_cast<std::uint32_t>(f.code.size());
    successors next(count);
    for (std::uint32_t at = 0; at < count; ++at) {
        const instruction& i = f.code[at];
        bool goes_on = true;
        switch (i.kind) {
        case flow::branch:
            next[at].push_back(i.target);
            goes_on = i.guard != no_operand;
            break;
        case flow::branch_indexed:
            next[at] = static_cast<const branch_table*>(i.extra)->targets;
            goes_on = i.guard != no_operand;
            break;
        case flow::exit:
        case flow::ret:
        case flow::trap:
            goes_on = i.guard != no_operand;
            break;
        default:
            break;
        }
        if (goes_on && at + 1 < count) next[at].push_back(at + 1);
    }
    return next;
}

// Finds the strongly connected components by Tarjan's algorithm, without recursion.
class cycle_finder {
public:
    // Instructions that are `cut` are not part of the graph.
    cycle_finder(const successors& next, std::vector<bool> cut)
        : next_(next)
        , cut_(std::move(cut))
        , number_(next.size(), not_visited)
        , lowest_(next.size())
        , is_open_(next.size())
        , is_in_cycle_(next.size())
        , cycle_(next.size())
    {
        for (std::uint32_t at = 0; at < next.size(); ++at)
            if (number_[at] == not_visited && !cut_[at]) visit(at);
    }
    bool is_in_cycle(std::uint32_t at) const { return is_in_cycle_[at]; }
    // A number of the cycle, which all instructions in it share.
    std::uint32_t cycle(std::uint32_t at) const { return cycle_[at]; }

private:
    void enter(std::uint32_t at)
    {
        number_[at] = lowest_[at] = ++visited_;
        open_.push_back(at);
        is_open_[at] = true;
        path_.push_back({at, 0});
    }

    void visit(std::uint32_t first)
    {
        enter(first);
        while (!path_.empty()) {
            const std::uint32_t at = path_.back().first;
            if (path_.back().second < next_[at].size()) {
                const std::uint32_t to = next_[at][path_.back().second++];
                if (cut_[to]) continue;
                if (number_[to] == not_visited) {
                    enter(to);
                } else if (is_open_[to]) {
                    lowest_[at] = std::min(lowest_[at], number_[to]);
                }
                continue;
            }
            path_.pop_back();
            if (!path_.empty()) lowest_[path_.back().first] = std::min(lowest_[path_.back().first], lowest_[at]);
            if (lowest_[at] == number_[at]) close(at);
        }
    }

    // The instructions that were opened since `first` are a component.
    void close(std::uint32_t first)
    {
        const bool is_alone = open_.back() == first;
        const bool repeats = !is_alone || std::count(next_[first].begin(), next_[first].end(), first) != 0;
        std::uint32_t at;
        do {
            at = open_.back();
            open_.pop_back();
            is_open_[at] = false;
            is_in_cycle_[at] = repeats;
            cycle_[at] = first;
        } while (at != first);
    }

    const successors& next_;
    std::vector<bool> cut_;
    std::vector<std::uint32_t> number_, lowest_;
    std::vector<bool> is_open_, is_in_cycle_;
    std::vector<std::uint32_t> cycle_;
    std::vector<std::uint32_t> open_;
    std::vector<std::pair<std::uint32_t, std::size_t>> path_; // an instruction, and how many successors were taken
    std::uint32_t visited_ = not_visited;
};

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

// A loop that waits by plain loads usually has one of them. Otherwise the compiler may load only once.
bool is_fence_or_pause(const instruction& i) { return i.run == run_fence || i.kind == flow::yield; }

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

// What a loop that only waits does not do.
bool has_effect(const instruction& i)
{
    const bool writes = i.access.kind == access_kind::store || i.access.kind == access_kind::atomic;
    return writes || i.kind == flow::barrier || i.kind == flow::call;
}

bool is_plain_load(const instruction& i)
{
    const bool is_weak_load = i.access.kind == access_kind::load && i.order == memory_order::weak;
    const ptx::space space = i.access.space;
    return is_weak_load && i.kind == flow::none && space != ptx::space::param && space != ptx::space::constant &&
           space != ptx::space::local;
}

bool is_volatile_load(const instruction& i)
{
    return i.access.kind == access_kind::load && i.order == memory_order::volatile_;
}

// Finds the loads in loops without effect. A plain load is a poll if its loop has a fence or a pause. By PTX it races
// with the store that ends the wait, but an H200 ends such loops.
void find_waiting_loops(decoded_function& f)
{
    if (!has_any(f, [](const instruction& i) { return is_fence_or_pause(i) || is_volatile_load(i); })) return;
    const successors next = successors_of(f);
    std::vector<bool> effects(f.code.size());
    std::transform(f.code.begin(), f.code.end(), effects.begin(), has_effect);
    const cycle_finder quiet(next, std::move(effects));
    std::set<std::uint32_t> with_fence;
    for (std::uint32_t at = 0; at < f.code.size(); ++at)
        if (is_fence_or_pause(f.code[at]) && quiet.is_in_cycle(at)) with_fence.insert(quiet.cycle(at));
    for (std::uint32_t at = 0; at < f.code.size(); ++at) {
        instruction& i = f.code[at];
        if (!quiet.is_in_cycle(at)) continue;
        i.waits = is_volatile_load(i);
        if (is_plain_load(i) && with_fence.count(quiet.cycle(at))) i.kind = flow::poll;
    }
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
        p.ordered |= has_any(*function, [&](const instruction& i) {
            return i.kind == flow::poll && i.order == memory_order::weak && i.access.kind == access_kind::load &&
                   !is_own(i);
        });
        may_wait_for_blocks |= has_any(*function, [&](const instruction& i) { return may_poll(i) && !is_own(i); });
        may_wait_for_blocks |= has_answers && function.get() != &f && has_any(*function, is_fence_or_pause);
        polls |= has_any(*function, may_poll);
        loads |= has_any(*function, is_strong_load_outside_global);
        synchronises |= has_any(*function, is_stronger_than_volatile_outside_global);
    }
    // If no warp polls and none synchronises by memory, only a race shows to a load in which order the warps ran.
    p.warps_ordered |= loads && (polls || synchronises);
    p.ordered |= p.atomics_in_order && may_wait_for_blocks;
}

} // namespace cuda_emulator
