// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/block.h"

#include "check/global_races.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "execute/cluster_barrier.h"
#include "execute/paths.h"
#include "execute/seeded_schedule.h"
#include "execute/special_registers.h"
#include "execute/warpgroup_order.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/observer.h"
#include "memory/address_window.h"
#include "memory/device_memory.h"
#include "profile/count_instruction.h"
#include "profile/counters.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {

namespace {
constexpr std::uint64_t slice = 1u << 20;
// Whole-block code does not poll, and no block enters it again after its slice.
constexpr std::uint64_t slice_together = 1u << 24;
} // namespace

std::uint32_t shared_bytes_of(const launch& l)
{
    return std::max(l.code->dynamic_offset + l.dynamic_shared, l.code->shared_bytes);
}

namespace {

// Bytes of each lane's stack. The limit adds room for calls whose depth is unknown before the run.
std::uint32_t stack_bytes_of(const launch& l)
{
    const std::uint32_t needed = l.code->stack_bytes;
    const std::uint32_t bytes = l.code->stack_is_known ? std::max(l.stack_limit, needed) : l.stack_limit + needed;
    // An odd number of cache lines spreads the lanes' frames over the sets of the cache.
    return ((bytes + 63) / 64 | 1) * 64;
}

} // namespace

block_run::block_run(const launch& g, bool exclusive, cluster& c, std::uint32_t its_rank)
    : block(g)
{
    of = &c;
    rank = its_rank;
    index = {0, 0, 0};
    const std::uint32_t threads = static_cast<std::uint32_t>(g.block.volume());
    const std::uint32_t count = (threads + warp_size - 1) / warp_size;
    shared_size = shared_bytes_of(g);
    shared = c.shared + rank * cluster_stride;
    if ((shared_size && g.check.shared_memory()) || g.races)
        shared_check_ = std::make_unique<shared_memory_check>(*this, g.check);
    shared_check = shared_check_.get();
    if (shared_check || g.check.barriers || g.memory_check.uninitialised_global)
        undefined_ = std::make_unique<undefined_values>(*this);
    undefined = undefined_.get();
    if (g.races) races_ = std::make_unique<block_races>(*g.races, *this);
    races = races_.get();
    std::uint32_t stride = 0;
    if (g.code->calls_functions) {
        stride = stack_bytes_of(g);
        stacks_ = window_memory(address_window::local(), std::size_t(stride) * warp_size * count);
        if (!stacks_.begin())
            throw device_fault(device_error::memory_allocation, "no memory for the stacks of a block");
    }
    const std::size_t all_ranges = 2 * std::size_t{g.code->places};
    ranges.resize(races ? 2 * all_ranges : all_ranges);
    if (g.counters) counters_ = std::make_unique<cuda_emulator_counters>();
    for (std::uint32_t k = 0; k < count; ++k) {
        warps.push_back(std::make_unique<warp>());
        warp& w = *warps.back();
        w.owner = this;
        w.grid = &g;
        w.index = k;
        w.shared = shared;
        w.shared_size = shared_size;
        w.shared_begin = g.code->in_clusters ? rank << cluster_stride_bits : 0;
        w.cluster_shared = c.shared;
        w.cluster_bytes = g.cluster.volume() * cluster_stride;
        w.stack = stacks_.begin() ? stacks_.begin() + std::size_t(stride) * warp_size * k : nullptr;
        w.stack_stride = stride;
        w.checks = g.check.memory || shared_check || g.memory_check.uninitialised_global;
        w.shared_check = shared_check;
        w.races = races;
        w.exclusive = exclusive && !g.is_concurrent;
        w.counters = counters_.get();
        w.found = ranges.data();
        w.ranges = w.found + (races ? all_ranges : 0);
        w.base[in_special] = w.special;
        const std::uint32_t lanes = std::min<std::uint32_t>(warp_size, threads - k * warp_size);
        w.present = lanes == warp_size ? all_lanes : (1u << lanes) - 1;
        fill_special_of_launch(w);
    }
}

block_run::~block_run() = default;

namespace {

dimensions place_in(const dimensions& grid, std::uint64_t at)
{
    const std::uint64_t row = at / grid.x;
    return {static_cast<std::uint32_t>(at % grid.x), static_cast<std::uint32_t>(row % grid.y),
            static_cast<std::uint32_t>(row / grid.y)};
}

} // namespace

// Gives the place of the block's cluster. The next block of a row needs no division.
dimensions block_run::move_to(std::uint64_t at)
{
    const bool is_next = at == linear_index + 1 && index.x + 1 < grid.grid.x;
    linear_index = at;
    const dimensions& size = grid.cluster;
    if (size.volume() == 1) {
        index = is_next ? dimensions{index.x + 1, index.y, index.z} : place_in(grid.grid, at);
        return index;
    }
    const dimensions clusters = {grid.grid.x / size.x, grid.grid.y / size.y, grid.grid.z / size.z};
    const dimensions cluster = place_in(clusters, at / size.volume());
    index = {cluster.x * size.x + rank % size.x, cluster.y * size.y + rank / size.x % size.y,
             cluster.z * size.z + rank / size.x / size.y};
    return cluster;
}

void block_run::start(std::uint64_t at)
{
    const dimensions cluster_id = move_to(at);
    live_threads = static_cast<std::uint32_t>(grid.block.volume());
    for (std::uint32_t left = used_barriers; left; left &= left - 1)
        barriers[__builtin_ctz(left)] = {};
    used_barriers = waiting_warpgroups = 0;
    executed_ = 0;
    interpreted_ = 0;
    diverged_ = 0;
    begun = has_met = false;
    if (const std::uint64_t now = device_memory::instance().generation(); now != ranges_of_) {
        std::fill(ranges.begin(), ranges.end(), address_range());
        ranges_of_ = now;
    }
    // The contents left by the previous block depend on the number of threads.
    std::fill(shared, shared + shared_size, '\0');
    if (shared_check) shared_check->start();
    if (undefined) undefined->start();
    if (races) races->start();
    together_.start();
    if (grid.observer) grid.observer->block_starts(*this);
    set_special_of_block(*this, cluster_id);
    if (together_.ended_at_once() && grid.code->kernel->zeroed.empty())
        return; // its warps are still in their initial state
    spread_special_of_block(*this);
    const bool are_fresh = together_.leaves_warps_fresh() && grid.code->kernel->zeroed.empty();
    for (auto& w : warps) {
        w->cluster_arrived = w->cluster_passed = w->carry = 0;
        if (!are_fresh) start_warp(*w);
    }
}

progress block_run::run_warp_counted(warp& w, std::uint64_t most)
{
    const std::uint64_t executed_before = w.executed, translated_before = w.translated, diverged_before = w.diverged;
    const progress p = run_warp(w, most);
    const std::uint64_t ran = w.executed - executed_before;
    executed_ += ran;
    interpreted_ += ran - (w.translated - translated_before);
    diverged_ += w.diverged - diverged_before;
    return p;
}

progress block_run::run(const std::atomic<std::uint64_t>& last)
{
    std::size_t first = 0;
    if (!begun && linear_index <= last.load(std::memory_order_relaxed)) {
        begun = true;
        bool ended = together_.run_at_once(slice_together);
        if (!ended) {
            spread_special_of_block(*this);
            ended = together_.run_by_warps();
        }
        executed_ += together_.executed();
        if (ended) return progress::finished;
        first = together_.stopped_at();
    }
    if (!begun) spread_special_of_block(*this);
    begun = true;
    if (seeded_schedule* const s = seeded_schedule::wanted()) return run_by_schedule(*s, last);
    const std::uint64_t turn_ends = executed_ + slice * warps.size();
    for (;;) {
        bool any_live = false, any_progress = false, any_yield = false;
        const std::size_t from = std::exchange(first, 0);
        for (std::size_t k = from; k < warps.size(); ++k) {
            warp* const w = warps[k].get();
            if (w->paths.empty()) continue;
            if (linear_index > last.load(std::memory_order_relaxed)) return progress::yielded;
            any_live = true;
            together_.note_earlier(*w);
            const std::uint64_t before = w->executed;
            const progress p = run_warp_counted(*w, slice);
            any_progress |= w->executed != before;
            any_yield |= p == progress::yielded;
        }
        if (from && !any_yield) continue; // the warps before `from` have had no turn
        if (!any_live) {
            if (shared_check) shared_check->finish();
            return progress::finished;
        }
        if (any_yield) return progress::yielded;
        if (!any_progress) return progress::waiting;
        if (executed_ >= turn_ends) return progress::yielded; // its warps keep waiting for each other
    }
}

progress block_run::run_by_schedule(seeded_schedule& schedule, const std::atomic<std::uint64_t>& last)
{
    const std::uint64_t turn_ends = executed_ + slice * warps.size();
    std::vector<warp*> order;
    for (;;) {
        order.clear();
        for (const auto& w : warps)
            if (!w->paths.empty()) order.push_back(w.get());
        if (order.empty()) {
            if (shared_check) shared_check->finish();
            return progress::finished;
        }
        schedule.shuffle(order);
        bool any_progress = false, any_yield = false;
        for (warp* const w : order) {
            if (linear_index > last.load(std::memory_order_relaxed)) return progress::yielded;
            const std::uint64_t before = w->executed, most = schedule.slice();
            const std::uint32_t polls = w->polls;
            std::optional<divergent_path> held;
            if (!grid.lock_step && schedule.parts_warp()) held = hold_lanes(*w, schedule);
            const progress p = run_warp_counted(*w, most);
            if (held) w->paths.push_back(*held);
            if (races) races->end_access();
            const std::uint64_t ran = w->executed - before;
            any_progress |= ran != 0 || held;
            // Not the end of the slice alone: a warp that gives way begins to count its polls anew.
            any_yield |= p == progress::yielded && (ran < most || w->polls < polls);
        }
        if (any_yield) return progress::yielded;
        if (!any_progress) return progress::waiting;
        if (executed_ >= turn_ends || schedule.switches_block()) return progress::yielded;
    }
}

void block_run::add_counters_to(cuda_emulator_counters& total) const
{
    if (!counters_) return;
    add_counters(total, *counters_);
    for (auto& w : warps) {
        total.warp_instructions += w->executed;
        total.thread_instructions += w->thread_instructions;
    }
}

// Reports a barrier that some threads will never reach.
void block_run::report_deadlock() const
{
    const divergent_path* first = nullptr;
    const warp* first_warp = nullptr;
    std::string others;
    for (auto& w : warps)
        for (const divergent_path& p : w->paths) {
            if (p.state == path_state::at_reconvergence) continue;
            if (!first) {
                first = &p;
                first_warp = w.get();
            } else if (others.empty() && (p.pc != first->pc || p.at->function != first->at->function)) {
                const std::uint32_t thread = w->index * warp_size + static_cast<std::uint32_t>(__builtin_ctz(p.mask));
                others = "; thread " + thread_name(*this, thread) + " waits at " +
                         line_of(*grid.code, *p.at->function, p.at->function->code[p.pc]);
            }
        }
    const auto threads = static_cast<std::uint32_t>(grid.block.volume());
    std::string who = "all threads of the block wait: this barrier is not reached by every thread";
    if (first->state == path_state::at_barrier && first->wait == cluster_barrier) {
        who += " (the cluster's: " + cluster_barrier_state(*this) + ")";
    } else if (first->state == path_state::at_barrier && first->wait >= first_warpgroup_wait) {
        who += " (" + std::string(warpgroup_wait_name(first->wait)) + " of the warpgroup)";
    } else if (first->state == path_state::at_barrier) {
        const barrier_state& b = barriers[first->wait];
        who += " (barrier " + std::to_string(first->wait) + ": " + std::to_string(b.arrived) + " of " +
               std::to_string(b.expected ? b.expected : live_threads) + ")";
    }
    if (live_threads != threads) who += "; " + std::to_string(threads - live_threads) + " threads have returned";
    const std::uint32_t thread = first_warp->index * warp_size + static_cast<std::uint32_t>(__builtin_ctz(first->mask));
    throw device_fault(device_error::launch_failure,
                       place_of(*this, thread, *first->at->function, first->at->function->code[first->pc]) + ": " +
                           who + others);
}

void block_run::give_up(double seconds)
{
    for (auto& w : warps)
        for (const divergent_path& p : w->paths) {
            if (p.state == path_state::at_reconvergence) continue;
            w->current = p.at;
            fault(*w, p.at->function->code[p.pc], __builtin_ctz(p.mask), device_error::launch_timeout,
                  "still running after " + std::to_string(static_cast<int>(seconds)) +
                      " s in which no block ended (CUDA_EMULATOR_TIMEOUT): a spin that nothing ends, or a long "
                      "computation");
        }
    throw device_fault(device_error::launch_timeout, "the kernel did not end in time");
}

} // namespace cuda_emulator
