// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/mbarrier.h"
#include "check/access.h"

#include "check/global_races.h"
#include "check/shared_memory.h"
#include "execute/bulk_copy.h"
#include "execute/memory_access.h"
#include "isa/integers.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

// The 64 bits are opaque to programs: pending and expected arrivals (20 bits each), outstanding bytes (22 bits,
// signed), and the phase.
struct state {
    u64 pending, expected;
    std::int64_t bytes;
    bool phase;

    static state load(u64 v)
    {
        state s;
        s.pending = v & 0xfffff;
        s.expected = v >> 20 & 0xfffff;
        s.bytes = std::int64_t(v << 2) >> 42;
        s.phase = v >> 62 & 1;
        return s;
    }
    u64 bits() const { return pending | expected << 20 | (u64(bytes) & 0x3fffff) << 40 | u64(phase) << 62; }
    void complete_if_done()
    {
        if (pending != 0 || bytes != 0) return;
        phase = !phase;
        pending = expected;
    }
};

bool meets_blocks(const warp& w) { return w.races && !w.owner->of->is_single(); }

void tell_arrival(warp& w, int lane, u64 at, memory_scope scope)
{
    if (meets_blocks(w)) w.races->release(w, 1u << lane, at, scope);
    if (peer_of(w, at)) {
        w.shared_check->arrive_elsewhere(w, lane); // the other block's check counts the arrival as ordered already
    } else {
        w.shared_check->mbarrier_arrive(w, lane, at);
    }
}

} // namespace

void run_mbarrier(warp& w, const instruction& i, u32 m)
{
    using operation = mbarrier_form::operation;
    const auto& form = *static_cast<const mbarrier_form*>(i.extra);
    const u32* count = i.operands[2] == no_operand ? nullptr : slot<u32>(w, i.operands[2]);
    if (form.op == operation::pending_count) {
        const u64* token = slot<u64>(w, i.operands[3]);
        for_lanes(slot<u32>(w, i.operands[1]), m, [=](int l) { return u32(token[l] & 0xfffff); });
        return;
    }
    if (form.in_cluster) want_cluster(w, i, __builtin_ctz(m));
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    if (w.checks) check_access(w, i, m, at, 8, form.op != operation::test);
    u32 truth = 0;
    each_lane(m, [&](int l) {
        auto* p = reinterpret_cast<u64*>(at[l]);
        state s = state::load(*p);
        u64 result = *p;
        switch (form.op) {
        case operation::init:
            s = {count[l], count[l], 0, false};
            break;
        case operation::invalidate:
            break;
        case operation::arrive:
        case operation::arrive_drop: {
            u64 n = 1;
            if (form.expects) {
                s.bytes += count[l];
            } else if (count) {
                n = count[l];
            }
            if (w.shared_check && form.copies) w.shared_check->copies_arrive(w, l, at[l]);
            if (w.shared_check && !form.copies) tell_arrival(w, l, at[l], i.scope);
            if (n > s.pending)
                fault(w, i, l, device_error::launch_failure, "more arrivals at an mbarrier than it was made for");
            s.pending -= n;
            if (form.op == operation::arrive_drop) s.expected -= n;
            s.complete_if_done();
            break;
        }
        case operation::order_copies:
            if (w.shared_check) w.shared_check->copies_arrive(w, l, at[l]);
            break;
        case operation::expect_tx:
            s.bytes += count[l];
            break;
        case operation::complete_tx:
            if (w.shared_check && form.releases) tell_arrival(w, l, at[l], i.scope);
            s.bytes -= count[l];
            s.complete_if_done();
            break;
        case operation::test: {
            const bool waits_for = form.parity ? count[l] & 1 : state::load(slot<u64>(w, i.operands[3])[l]).phase;
            truth |= u32(s.phase != waits_for) << l;
            if (w.shared_check && s.phase != waits_for) w.shared_check->mbarrier_wait(w, l, at[l]);
            if (meets_blocks(w) && s.phase != waits_for) w.races->acquire(at[l], i.scope);
            return;
        }
        default:
            break;
        }
        *p = s.bits();
        if (i.operands[1] != no_operand) slot<u64>(w, i.operands[1])[l] = result;
    });
    if (form.op == operation::test) write_predicate(slot<u32>(w, i.operands[1]), m, truth);
}

void complete_bytes(u64 barrier, u32 bytes)
{
    auto* p = reinterpret_cast<u64*>(barrier);
    state s = state::load(*p);
    s.bytes -= bytes;
    s.complete_if_done();
    *p = s.bits();
}

} // namespace cuda_emulator
