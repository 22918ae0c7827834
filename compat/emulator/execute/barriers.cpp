// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/barriers.h"

#include "check/barriers.h"
#include "check/definedness.h"
#include "check/shared_memory.h"
#include "execute/cluster_barrier.h"
#include "execute/warpgroup_order.h"
#include "machine/fault.h"
#include "machine/lanes.h"
#include "machine/observer.h"

namespace cuda_emulator {

namespace {

// Orders all accesses before the barrier before all accesses after it.
void order_threads(block& b, int number)
{
    std::uint32_t waiting = 0;
    auto each = [&](auto f) {
        for (auto& w : b.warps)
            for (const divergent_path& x : w->paths)
                if (x.state == path_state::at_barrier && x.wait == static_cast<std::uint32_t>(number)) f(*w, x.mask);
    };
    each([&](warp&, std::uint32_t mask) { waiting += static_cast<unsigned>(__builtin_popcount(mask)); });
    if (waiting == b.live_threads) return b.shared_check->block_barrier();
    const auto n = static_cast<std::uint32_t>(number);
    each([&](warp& w, std::uint32_t mask) { b.shared_check->arrive(w, mask, n); });
    each([&](warp& w, std::uint32_t mask) { b.shared_check->leave(w, mask, n); });
    b.shared_check->barrier_done(n);
}

// Releases the barrier's threads if all have arrived.
void try_release(block& b, int number)
{
    barrier_state& barrier = b.barriers[number];
    if (barrier.arrived < (barrier.expected ? barrier.expected : b.live_threads)) return;
    if (b.grid.check.barriers || b.grid.check.exited) check_barrier(b, number);
    if (b.shared_check) order_threads(b, number);
    if (b.grid.observer) b.grid.observer->barrier_opens(b, static_cast<std::uint32_t>(number));
    for (auto& w : b.warps)
        for (divergent_path& p : w->paths) {
            if (p.state != path_state::at_barrier || p.wait != static_cast<std::uint32_t>(number)) continue;
            if (p.barrier->result != no_operand) {
                char* const before = w->base[in_registers];
                w->base[in_registers] = p.at->registers;
                auto* r = slot<std::uint32_t>(*w, p.barrier->result);
                using operation = barrier_info::operation;
                const std::uint32_t count = barrier.count;
                if (p.barrier->op == operation::popc) {
                    for_lanes(r, p.mask, [=](int) { return count; });
                } else {
                    const bool truth = p.barrier->op == operation::conjunction ? count == barrier.voters : count != 0;
                    write_predicate(r, p.mask, truth ? all_lanes : 0);
                }
                w->base[in_registers] = before;
                if (w->definedness) w->definedness->written(p.at, p.barrier->result, p.mask);
            }
            p.state = path_state::runnable;
            ++p.pc;
        }
    barrier = {};
}

} // namespace

bool is_plain_barrier(const instruction& i)
{
    if (i.kind != flow::barrier) return false;
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    return info.op == barrier_info::operation::sync && info.threads == no_operand && info.predicate == no_operand;
}

void arrive_at_barrier(warp& w, const instruction& i, std::uint32_t mask)
{
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    if (info.op == barrier_info::operation::cluster) return wait_at_cluster_barrier(w, i, mask);
    if (info.op == barrier_info::operation::product) return gather_warpgroup(w, i, mask);
    if (info.op == barrier_info::operation::products_wait) return wait_for_warpgroup(w, i, mask);
    const int lane = __builtin_ctz(mask);
    const std::uint32_t number = slot<std::uint32_t>(w, info.number)[lane];
    if (number >= barrier_count)
        fault(w, i, lane, device_error::launch_failure, "barrier " + std::to_string(number) + " does not exist");
    block& owner = *w.owner;
    barrier_state& b = owner.barriers[number];
    owner.used_barriers |= 1u << number;
    if (info.threads != no_operand) b.expected = slot<std::uint32_t>(w, info.threads)[lane];
    // With a count, a warp counts as 32 threads even if some of its lanes do not exist or have exited.
    b.arrived += b.expected && mask == w.live ? warp_size : static_cast<unsigned>(__builtin_popcount(mask));
    if (owner.shared_check && info.op == barrier_info::operation::arrive) owner.shared_check->arrive(w, mask, number);
    if (info.predicate != no_operand) {
        b.count += static_cast<unsigned>(__builtin_popcount(*slot<std::uint32_t>(w, info.predicate) & mask));
        b.voters += static_cast<unsigned>(__builtin_popcount(mask));
    }
    for (divergent_path& p : w.paths)
        if (p.state == path_state::at_barrier && p.mask == mask && p.barrier == &info) p.wait = number;
    try_release(owner, static_cast<int>(number));
}

void leave_barriers(block& b, std::uint32_t threads)
{
    b.live_threads -= threads;
    for (std::uint32_t left = b.used_barriers; left; left &= left - 1)
        if (const int n = __builtin_ctz(left); b.barriers[n].arrived) try_release(b, n);
    leave_warpgroups(b);
    leave_cluster_barrier(b);
}

} // namespace cuda_emulator
