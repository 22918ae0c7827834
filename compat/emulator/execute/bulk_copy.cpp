// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/bulk_copy.h"

#include "check/access.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "execute/mbarrier.h"
#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace cuda_emulator {

namespace {

// Slots of the elements' addresses and values: the fourth entry of warp::base.
constexpr operand_slot scratch = 3, in_values = 32 * sizeof(u64) | scratch;

// One destination of a copy: the given one, or the same place in another block.
void copy(warp& w, const instruction& i, int l, u64 to, u64 from, u32 bytes, u64 barrier)
{
    const auto& form = *static_cast<const bulk_copy_form*>(i.extra);
    if (form.reduce) {
        u64 at[warp_size];
        for (u32 done = 0; done < bytes; done += warp_size * form.element) {
            const u32 count = std::min<u32>(warp_size, (bytes - done) / form.element);
            for (u32 k = 0; k < count; ++k)
                at[k] = to + done + k * form.element;
            reduce_elements(w, form.each, form.reduce, at, reinterpret_cast<const char*>(from + done), form.element,
                            count);
        }
    } else {
        if (w.checks) check_range(w, i, l, to, bytes, true);
        std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    }
    if (barrier) tell_mbarrier(w, i, l, to, bytes, barrier, form.reduce);
}

} // namespace

u64 address_of(warp& w, const bulk_copy_form::place& p, operand_slot o, int l)
{
    const u64 a = p.wide ? slot<u64>(w, o)[l] : slot<u32>(w, o)[l];
    const u64 window = p.shared ? reinterpret_cast<u64>(w.shared) - w.shared_begin : 0;
    return window + (p.wide ? a + static_cast<u64>(p.offset) : static_cast<u32>(a + static_cast<u64>(p.offset)));
}

void want_cluster(const warp& w, const instruction& i, int lane)
{
    if (!w.grid->has_clusters)
        fault(w, i, lane, device_error::illegal_instruction,
              "needs a launch with clusters, be they of one block: cudaLaunchAttributeClusterDimension or "
              "__cluster_dims__");
}

void check_range(warp& w, const instruction& i, int lane, u64 first, u32 bytes, bool writes)
{
    if (bytes && is_quiet_range(w, i, lane, first, bytes, writes)) return;
    u64 at[warp_size];
    for (u32 k = 0; k < bytes; k += bulk_unit) {
        at[lane] = first + k;
        check_access(w, i, 1u << lane, at, bulk_unit, writes);
    }
}

instruction as_element_access(const instruction& i)
{
    instruction each = i;
    for (operand_slot& o : each.operands)
        o = no_operand;
    each.operands[0] = scratch;
    each.operands[2] = in_values;
    each.immediate = 0;
    each.extra = nullptr;
    each.detail = static_cast<std::uint8_t>(window::flat) | 8;
    each.order = memory_order::relaxed;
    each.roles = operand_roles::atomic;
    return each;
}

void reduce_elements(warp& w, const instruction& each, handler run, const u64* at, const char* values, u32 bytes,
                     u32 count)
{
    // Each element takes the place of a lane.
    alignas(64) char registers[2 * 32 * sizeof(u64)] = {};
    char* const before = w.base[scratch];
    shared_memory_check* const check = w.shared_check;
    w.base[scratch] = registers;
    w.shared_check = nullptr; // reductions by several threads do not race
    std::memcpy(slot<u64>(w, scratch), at, count * sizeof(u64));
    std::memcpy(slot<char>(w, in_values), values, std::size_t{count} * bytes);
    run(w, each, count == warp_size ? all_lanes : (1u << count) - 1);
    w.base[scratch] = before;
    w.shared_check = check;
    for (u32 k = 0; k < count; ++k)
        if (block* const owner = owner_of(w, at[k]); owner && owner->shared_check)
            owner->shared_check->written_elsewhere(at[k] - reinterpret_cast<u64>(owner->shared), bytes, false);
}

void tell_mbarrier(warp& w, const instruction& i, int l, u64 to, u32 bytes, u64 barrier, bool reduces)
{
    block* const owner = owner_of(w, barrier);
    if (!owner || barrier % sizeof(u64))
        fault(w, i, l, owner ? device_error::misaligned_address : device_error::illegal_address,
              "the mbarrier of a bulk copy is at no place in shared memory where one may be");
    if (owner != owner_of(w, to) && bytes)
        fault(w, i, l, device_error::launch_failure, "the mbarrier is not in the block that gets the bytes");
    u64 at[warp_size];
    at[l] = barrier;
    if (w.checks && owner != w.owner) check_access(w, i, 1u << l, at, sizeof(u64), true);
    if (owner != w.owner) w.owner->of->orders_itself = true;
    if (owner->shared_check && reduces) {
        owner->shared_check->written_elsewhere(barrier - reinterpret_cast<u64>(owner->shared), sizeof(u64), true);
    } else if (owner->shared_check && bytes) {
        owner->shared_check->bulk_copy(w, i, to, bytes, barrier);
        if (owner->undefined) owner->undefined->overwritten(to, bytes);
    }
    complete_bytes(barrier, bytes);
}

void for_each_rank(warp& w, const instruction& i, int l, u32 ranks, u64 to, u64 barrier,
                   const std::function<void(u64 to, u64 barrier)>& f)
{
    const u64 base = reinterpret_cast<u64>(w.cluster_shared);
    const u32 blocks = static_cast<u32>(w.owner->of->blocks.size());
    if (ranks >> blocks)
        fault(w, i, l, device_error::launch_failure,
              "the mask names rank " + std::to_string(31 - __builtin_clz(ranks)) + " of a cluster of " +
                  std::to_string(blocks) + " blocks");
    for (u32 rank = 0; rank < blocks; ++rank) {
        if (!(ranks >> rank & 1)) continue;
        const u64 there = base + rank * cluster_stride;
        f(there + (to - base) % cluster_stride, there + (barrier - base) % cluster_stride);
    }
}

void run_bulk_copy(warp& w, const instruction& i, u32 m)
{
    const auto& form = *static_cast<const bulk_copy_form*>(i.extra);
    const bool tells = i.operands[3] != no_operand;
    each_lane(m, [&](int l) {
        if (form.to.shared && form.from.shared) want_cluster(w, i, l);
        const u64 to = address_of(w, form.to, i.operands[0], l), from = address_of(w, form.from, i.operands[1], l);
        const u64 barrier = tells ? address_of(w, form.barrier, i.operands[3], l) : 0;
        const u32 bytes = slot<u32>(w, i.operands[2])[l];
        // An H200 takes any address for a copy of no bytes, and CUB relies on it.
        if (bytes != 0 && (to | from | bytes) % bulk_unit)
            fault(w, i, l, device_error::misaligned_address,
                  "a bulk copy wants addresses and size in multiples of 16 bytes");
        if (w.checks) check_range(w, i, l, from, bytes, false);
        if (i.operands[4] == no_operand) return copy(w, i, l, to, from, bytes, barrier);
        for_each_rank(w, i, l, slot<u16>(w, i.operands[4])[l], to, barrier,
                      [&](u64 there, u64 its_barrier) { copy(w, i, l, there, from, bytes, its_barrier); });
    });
}

} // namespace cuda_emulator
