// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/cluster_barrier.h"

#include "check/cluster_memory.h"
#include "check/global_races.h"
#include "check/shared_memory.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <string>

namespace cuda_emulator {

namespace {

struct head_count {
    std::uint32_t arrived = 0, live = 0;
};
head_count count(const cluster& c)
{
    head_count n;
    for (const block* b : c.blocks)
        for (auto& w : b->warps) {
            n.arrived += static_cast<unsigned>(__builtin_popcount(w->cluster_arrived & w->live));
            n.live += static_cast<unsigned>(__builtin_popcount(w->live));
        }
    return n;
}

// The clock of barrier number `phase`. Two clocks alternate, because threads may arrive at the next barrier while
// others still wait.
std::uint32_t clock_of(std::uint64_t phase) { return cluster_barrier + static_cast<std::uint32_t>(phase & 1); }

// The object by which the race check orders blocks: an address in the first block's region, beyond its shared memory.
std::uint64_t object_of(const cluster& c, std::uint64_t phase)
{
    return reinterpret_cast<std::uint64_t>(c.shared) + cluster_stride - 1 - (phase & 1);
}

// `arriving`: a warp whose lanes are about to wait, but have no waiting path yet.
void order_block(block& b, std::uint64_t phase, bool any_relaxed, const warp* arriving, std::uint32_t lanes)
{
    std::uint32_t waiting = arriving ? static_cast<unsigned>(__builtin_popcount(lanes)) : 0;
    for (auto& w : b.warps)
        for (const divergent_path& p : w->paths)
            if (p.state == path_state::at_barrier && p.wait == cluster_barrier)
                waiting += static_cast<unsigned>(__builtin_popcount(p.mask));
    if (waiting && b.races) b.races->acquire(object_of(*b.of, phase), memory_scope::cluster);
    if (!any_relaxed && waiting == b.live_threads) return b.shared_check->block_barrier();
    for (auto& w : b.warps)
        for (const divergent_path& p : w->paths)
            if (p.state == path_state::at_barrier && p.wait == cluster_barrier)
                b.shared_check->leave(*w, p.mask, clock_of(phase));
}

// Releases all waiting threads if every thread has arrived.
void try_complete(cluster& c, const warp* arriving, std::uint32_t lanes)
{
    const head_count n = count(c);
    if (n.arrived == 0 || n.arrived != n.live) return;
    for (block* b : c.blocks) {
        if (!b->shared_check || b->live_threads == 0) continue;
        const bool of_it = arriving && arriving->owner == b;
        order_block(*b, c.phase, c.any_relaxed, of_it ? arriving : nullptr, lanes);
        b->shared_check->barrier_done(clock_of(c.phase + 1)); // every thread has waited for the previous barrier
    }
    for (block* b : c.blocks)
        for (auto& w : b->warps) {
            w->cluster_passed |= w->cluster_arrived & w->live;
            w->cluster_arrived = 0;
            for (divergent_path& p : w->paths) {
                if (p.state != path_state::at_barrier || p.wait != cluster_barrier) continue;
                w->cluster_passed &= ~p.mask;
                p.state = path_state::runnable;
                ++p.pc;
            }
        }
    c.any_relaxed = false;
    c.arrivals = 0;
    ++c.phase;
}

} // namespace

void arrive_at_cluster_barrier(warp& w, const instruction& i, std::uint32_t mask)
{
    cluster& c = *w.owner->of;
    if (const std::uint32_t again = mask & (w.cluster_arrived | w.cluster_passed))
        fault(w, i, __builtin_ctz(again), device_error::launch_failure,
              "a thread arrives at the cluster's barrier again, and has not waited for it");
    w.cluster_arrived |= mask;
    ++c.arrivals;
    if (i.detail) {
        c.any_relaxed = true;
        if (w.shared_check) w.shared_check->arrive_relaxed(w, mask, clock_of(c.phase));
        if (w.races) w.races->release_fenced(object_of(c, c.phase), memory_scope::cluster);
    } else {
        if (w.shared_check) w.shared_check->arrive(w, mask, clock_of(c.phase));
        if (w.races) w.races->release(w, mask, object_of(c, c.phase), memory_scope::cluster);
    }
    // cluster.sync() waits in the next instruction.
    const instruction& next = (&i)[1];
    const bool waits = next.kind == flow::barrier && next.guard == no_operand &&
                       static_cast<const barrier_info*>(next.extra)->op == barrier_info::operation::cluster;
    try_complete(c, &w, waits ? mask : 0);
    w.slice_end = 0; // other paths of the warp may be runnable now
}

void wait_at_cluster_barrier(warp& w, const instruction& i, std::uint32_t mask)
{
    if (const std::uint32_t missing = mask & ~(w.cluster_arrived | w.cluster_passed))
        fault(w, i, __builtin_ctz(missing), device_error::launch_failure,
              "a thread waits for the cluster's barrier, and has not arrived at it");
    const std::uint32_t passes = mask & w.cluster_passed;
    divergent_path& p = w.paths.back();
    p.wait = cluster_barrier;
    if (!passes) return;
    const cluster& c = *w.owner->of;
    if (w.shared_check) w.shared_check->leave(w, passes, clock_of(c.phase - 1));
    if (w.races) w.races->acquire(object_of(c, c.phase - 1), memory_scope::cluster);
    w.cluster_passed &= ~passes;
    divergent_path on = p;
    on.mask = passes;
    on.state = path_state::runnable;
    ++on.pc;
    if (passes == mask) {
        p = on;
    } else {
        p.mask &= ~passes;
        w.paths.push_back(on);
    }
}

void leave_cluster_barrier(block& b)
{
    if (b.live_threads == 0) check_end_of_block(b);
    if (b.of->arrivals) try_complete(*b.of, nullptr, 0);
}

std::string cluster_barrier_state(const block& b)
{
    const head_count n = count(*b.of);
    return std::to_string(n.arrived) + " of " + std::to_string(n.live) + " threads of the cluster have arrived";
}

} // namespace cuda_emulator
