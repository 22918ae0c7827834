// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/happens_before.h"

#include "isa/integers.h"
#include "machine/lanes.h"

#include <algorithm>

namespace cuda_emulator {

happens_before::happens_before(u32 threads, bool lock_step)
    : threads_((threads + warp_size - 1) / warp_size * warp_size)
    , lock_step_(lock_step)
    , warps_(threads_ / warp_size)
{
}

bool happens_before::before(u32 record, u32 thread, u32 observer) const
{
    if (record < first || thread == observer) return true;
    const warp_state& w = warps_[observer / warp_size];
    const u32 lane = observer % warp_size;
    if (thread < threads_ && thread / warp_size == observer / warp_size &&
        record < std::max(whole(observer / warp_size), w.lanes[lane][thread % warp_size]))
        return true;
    const vector_clock& others = w.others[lane];
    return others.known && record < (*others.known)[thread];
}

void happens_before::block_barrier()
{
    first = next;
    flat_ = true;
    if (!foreign_ && !published_) return;
    for (warp_state& w : warps_)
        for (int l = 0; l < warp_size; ++l) {
            w.others[l] = {};
            w.pending[l] = {};
        }
    foreign_ = published_ = false;
}

void happens_before::restart()
{
    next = 1;
    block_barrier();
    for (warp_state& w : warps_)
        w = {};
}

void happens_before::join(vector_clock& to, const vector_clock& from)
{
    if (!from.known || to.known == from.known) return;
    if (!to.known) {
        to = from;
        return;
    }
    auto sum = std::make_shared<std::vector<u32>>(*to.known);
    for (std::size_t k = 0; k < sum->size(); ++k)
        (*sum)[k] = std::max((*sum)[k], (*from.known)[k]);
    to.known = std::move(sum);
    to.latest = std::max(to.latest, from.latest);
}

void happens_before::warp_barrier(const warp& owner, u32 mask)
{
    warp_state& w = warps_[owner.index];
    w.since = next;
    flat_ = false;
    if (foreign_) {
        vector_clock all;
        each_lane(mask, [&](int l) { join(all, w.others[l]); });
        each_lane(mask, [&](int l) { w.others[l] = all; });
    }
    if (mask == owner.present) {
        w.whole = next;
        return;
    }
    u32 all[warp_size] = {};
    each_lane(mask, [&](int l) {
        for (int k = 0; k < warp_size; ++k)
            all[k] = std::max(all[k], w.lanes[l][k]);
    });
    each_lane(mask, [&](int l) { all[l] = next; });
    each_lane(mask, [&](int l) { std::copy(all, all + warp_size, w.lanes[l]); });
}

happens_before::snapshot happens_before::of(u32 warp, int lane) const
{
    const warp_state& w = warps_[warp];
    snapshot s;
    s.time = next;
    for (int k = 0; k < warp_size; ++k)
        s.lanes[k] = std::max(w.lanes[lane][k], whole(warp));
    s.lanes[lane] = next;
    s.others = w.others[lane];
    return s;
}

void happens_before::publish(u32 warp, const snapshot& s, std::vector<u32>& out) const
{
    for (u32 k = 0; k < warp_size; ++k)
        out[warp * warp_size + k] = std::max(out[warp * warp_size + k], s.lanes[k]);
    if (s.others.known)
        for (std::size_t k = 0; k < out.size(); ++k)
            out[k] = std::max(out[k], (*s.others.known)[k]);
}

void happens_before::add_known_to(u32 warp, u32 mask, std::vector<u32>& out) const
{
    each_lane(mask, [&](int l) { publish(warp, of(warp, l), out); });
}

void happens_before::release(u32 warp, u32 mask, vector_clock& c)
{
    warp_state& w = warps_[warp];
    auto out =
        c.known ? std::make_shared<std::vector<u32>>(*c.known) : std::make_shared<std::vector<u32>>(threads_ + 1);
    each_lane(mask, [&](int l) { publish(warp, of(warp, l), *out); });
    c.known = std::move(out);
    c.latest = w.since = next;
    published_ = true;
}

void happens_before::release_copies(vector_clock& c)
{
    auto out =
        c.known ? std::make_shared<std::vector<u32>>(*c.known) : std::make_shared<std::vector<u32>>(threads_ + 1);
    out->back() = next;
    c.known = std::move(out);
    c.latest = next;
    published_ = true;
}

void happens_before::release_all(vector_clock& c)
{
    c.known = std::make_shared<std::vector<u32>>(threads_ + 1, next);
    c.latest = next;
    published_ = true;
}

void happens_before::acquire(u32 warp, u32 mask, const vector_clock& c)
{
    if (!c.known || c.latest <= first) return;
    foreign_ = true;
    flat_ = false;
    if (lock_step_) mask = all_lanes;
    vector_clock before, after; // lanes usually share one clock, so the join is done once
    each_lane(mask, [&](int l) {
        vector_clock& mine = warps_[warp].others[l];
        if (!after.known || mine.known != before.known) {
            before = mine;
            join(mine, c);
            after = mine;
        } else {
            mine = after;
        }
    });
}

void happens_before::fence(u32 warp, u32 mask)
{
    warp_state& w = warps_[warp];
    published_ = true;
    if (!w.fences) w.fences = std::make_unique<std::array<snapshot, warp_size>>();
    each_lane(mask, [&](int l) {
        if (w.pending[l].known) {
            acquire(warp, 1u << l, w.pending[l]);
            w.pending[l] = {};
        }
        (*w.fences)[l] = of(warp, l);
    });
    w.since = next;
}

void happens_before::strong_access(u32 warp, int lane, memory_order order, bool reads, bool writes, vector_clock& c)
{
    warp_state& w = warps_[warp];
    if (c.latest <= first) c = {};
    if (reads && c.known) {
        if (acquires(order)) {
            acquire(warp, 1u << lane, c);
        } else {
            join(w.pending[lane], c);
        }
    }
    if (!writes) return;
    if (releases(order)) {
        if (!reads) c = {};
        release(warp, 1u << lane, c);
    } else if (w.fences && (*w.fences)[lane].time > first) {
        const snapshot& s = (*w.fences)[lane];
        auto out =
            c.known ? std::make_shared<std::vector<u32>>(*c.known) : std::make_shared<std::vector<u32>>(threads_ + 1);
        publish(warp, s, *out);
        c.known = std::move(out);
        c.latest = std::max(c.latest, s.time);
    }
}

} // namespace cuda_emulator
