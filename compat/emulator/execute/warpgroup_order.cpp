// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warpgroup_order.h"

#include "check/product_registers.h"
#include "check/shared_memory.h"
#include "machine/fault.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

u32 group_of(const warp& w) { return w.index / warps_of_group; }
u32 gathering_number(u32 group) { return first_warpgroup_wait + 2 * group; }
u32 completion_number(u32 group) { return first_warpgroup_wait + 2 * group + 1; }

// Calls f for each warp of the block's warpgroup.
template <class F>
void for_each_warp(block& b, u32 group, F f)
{
    for (u32 n = group * warps_of_group; n < std::min<std::size_t>((group + 1) * warps_of_group, b.warps.size()); ++n)
        f(*b.warps[n]);
}

template <class F>
void for_each_waiting(block& b, u32 group, u32 number, F f)
{
    for_each_warp(b, group, [&](warp& w) {
        for (divergent_path& p : w.paths)
            if (p.state == path_state::at_barrier && p.wait == number) f(w, p);
    });
}

void release(divergent_path& p)
{
    p.state = path_state::runnable;
    ++p.pc;
}

// Releases the warps that wait before a product if all threads that have not returned wait there.
void try_gather(block& b, u32 group)
{
    const u32 number = gathering_number(group);
    u32 waiting = 0, live = 0;
    for_each_warp(b, group, [&](warp& w) { live += u32(__builtin_popcount(w.live)); });
    for_each_waiting(b, group, number, [&](warp&, divergent_path& p) { waiting += u32(__builtin_popcount(p.mask)); });
    if (!waiting || waiting != live) return;
    if (shared_memory_check* const check = b.shared_check) {
        for_each_waiting(b, group, number, [&](warp& w, divergent_path& p) { check->arrive(w, p.mask, number); });
        for_each_waiting(b, group, number, [&](warp& w, divergent_path& p) { check->leave(w, p.mask, number); });
        check->barrier_done(number);
    }
    for_each_waiting(b, group, number, [](warp&, divergent_path& p) { release(p); });
}

// Releases the warps whose products all warps of the warpgroup have computed.
void try_complete(block& b, u32 group)
{
    u32 computed = ~0u;
    for_each_warp(b, group, [&](warp& w) {
        if (w.live) computed = std::min(computed, w.products.computed);
    });
    const u32 number = completion_number(group);
    for_each_waiting(b, group, number, [&](warp& w, divergent_path& p) {
        if (w.products.computed > computed) return;
        if (b.shared_check) b.shared_check->leave(w, p.mask, number);
        release(p);
    });
}

// Releases those of the warpgroup that need not wait longer.
void release_warpgroup(block& b, u32 group)
{
    if (!(b.waiting_warpgroups >> group & 1)) return;
    try_gather(b, group);
    try_complete(b, group);
    bool waits = false;
    for (const u32 number : {gathering_number(group), completion_number(group)})
        for_each_waiting(b, group, number, [&](warp&, divergent_path&) { waits = true; });
    if (!waits) b.waiting_warpgroups &= ~(1u << group);
}

// The path that the caller has just put on the list waits.
void wait_under(warp& w, u32 number)
{
    w.paths.back().wait = number;
    w.owner->waiting_warpgroups |= 1u << group_of(w);
    release_warpgroup(*w.owner, group_of(w));
}

} // namespace

void need_warpgroup(warp& w, const instruction& i, u32 m)
{
    if (m != all_lanes)
        fault(w, i, __builtin_ctz(m), device_error::launch_failure, "wgmma needs all 32 threads of the warp");
    if ((group_of(w) + 1) * warps_of_group > w.owner->warps.size())
        fault(w, i, 0, device_error::launch_failure,
              "wgmma needs a warpgroup, which is four warps: the block ends before the fourth");
}

void gather_warpgroup(warp& w, const instruction& i, u32 m)
{
    if (m == all_lanes) need_warpgroup(w, i, m); // a part of a warp waits for the rest
    wait_under(w, gathering_number(group_of(w)));
}

void note_computed_product(warp& w)
{
    ++w.products.computed;
    const u32 group = group_of(w);
    if (w.owner->shared_check) w.owner->shared_check->arrive(w, all_lanes, completion_number(group));
    release_warpgroup(*w.owner, group);
}

void wait_for_warpgroup(warp& w, const instruction& i, u32 m)
{
    need_warpgroup(w, i, m);
    wait_for_products(w, u32(i.immediate));
    wait_under(w, completion_number(group_of(w)));
}

void leave_warpgroups(block& b)
{
    for (u32 left = b.waiting_warpgroups; left; left &= left - 1)
        release_warpgroup(b, u32(__builtin_ctz(left)));
}

const char* warpgroup_wait_name(u32 wait)
{
    return (wait - first_warpgroup_wait) % 2 ? "wgmma.wait_group" : "wgmma.mma_async";
}

} // namespace cuda_emulator
