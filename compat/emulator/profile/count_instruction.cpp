// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/count_instruction.h"

#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/asynchronous_copy.h"
#include "machine/cluster.h"
#include "machine/lanes.h"
#include "machine/observer.h"
#include "memory/device_memory.h"
#include "profile/memory_model.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

u64 address(const void* p) { return reinterpret_cast<u64>(p); }

void count_global_access(cuda_emulator_counters& c, const instruction& i, u32 mask, const u64* at)
{
    switch (i.access.kind) {
    case access_kind::load:
        count_global(c.global_loads, at, mask, i.access.bytes);
        break;
    case access_kind::store:
        count_global(c.global_stores, at, mask, i.access.bytes);
        break;
    default:
        ++c.global_atomics;
    }
}

void count_shared_access(cuda_emulator_counters& c, const warp& w, const instruction& i, u32 mask, const u64* at)
{
    u64 offset[warp_size];
    for (int l = 0; l < warp_size; ++l)
        offset[l] = at[l] - address(w.shared);
    cuda_emulator_shared_counters& of = i.access.kind == access_kind::load    ? c.shared_loads
                                        : i.access.kind == access_kind::store ? c.shared_stores
                                                                              : c.shared_atomics;
    count_shared(of, offset, mask, i.access.bytes, i.access.kind == access_kind::atomic);
}

// Counts a generic access in each space that an active lane addresses.
void count_generic_access(cuda_emulator_counters& c, const warp& w, const instruction& i, u32 mask, const u64* at)
{
    const lanes_by_space lanes = spaces_of(w, mask, at);
    if (lanes.shared) count_shared_access(c, w, i, lanes.shared, at);
    if (lanes.local) ++c.local_requests;
    // Parameters are not counted. As on a GPU, a generic access of constant memory goes through L1, as one of global
    // memory.
    if (lanes.global) count_global_access(c, i, lanes.global, at);
}

// Counts cp.async as a load of global memory and a store to shared memory.
void count_copy(cuda_emulator_counters& c, warp& w, const instruction& i, u32 mask)
{
    u64 to[warp_size], from[warp_size];
    u32 bytes[warp_size];
    asynchronous_copy_lanes(w, i, to, from, bytes);
    count_global(c.global_loads, from, mask, bytes, i.access.bytes);
    u64 offset[warp_size];
    for (int l = 0; l < warp_size; ++l)
        offset[l] = to[l] - address(w.shared);
    count_shared(c.shared_stores, offset, mask, i.access.bytes, false);
}

void count_access(cuda_emulator_counters& c, warp& w, const instruction& i, u32 mask)
{
    if (i.access.kind == access_kind::texture) {
        ++c.texture_requests;
        return;
    }
    if (i.access.kind == access_kind::copy) {
        count_copy(c, w, i, mask);
        return;
    }
    if (i.access.space == ptx::space::local) {
        ++c.local_requests;
        return;
    }
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    if (i.access.space == ptx::space::constant) {
        count_constant(c.constant_loads, at, mask, i.element, i.results);
    } else if (i.access.space == ptx::space::shared) {
        count_shared_access(c, w, i, mask, at);
    } else if (i.access.space == ptx::space::global) {
        count_global_access(c, i, mask, at);
    } else {
        count_generic_access(c, w, i, mask, at);
    }
}

// Tests whether the lanes take different entries of the list.
bool goes_apart(warp& w, const instruction& i, u32 mask)
{
    const auto& targets = static_cast<const branch_table*>(i.extra)->targets;
    const u32* index = slot<u32>(w, i.operands[0]);
    const u32 first = index[__builtin_ctz(mask)];
    bool apart = false;
    each_lane(mask, [&](int l) {
        apart |= index[l] != first && std::max(index[l], first) < targets.size() && targets[index[l]] != targets[first];
    });
    return apart;
}

} // namespace

void count_instruction(warp& w, const instruction& i, u32 mask, u32 active)
{
    if (execution_observer* const o = w.grid->observer) {
        o->executes(w, i, mask, active);
        if (!o->with_counters) return;
    }
    count_instruction(*w.counters, w, i, mask, active);
}

void count_instruction(cuda_emulator_counters& c, warp& w, const instruction& i, u32 mask, u32 active)
{
    if (i.kind == flow::branch) {
        if (i.guard == no_operand) return;
        ++c.branches;
        c.divergent_branches += active != 0 && active != mask;
        return;
    }
    if (!active) return;
    if (i.access.kind != access_kind::none) count_access(c, w, i, active);
    if (i.kind == flow::branch_indexed) {
        ++c.branches;
        c.divergent_branches += active != mask || goes_apart(w, i, active);
    }
    c.block_barriers += i.kind == flow::barrier;
    c.warp_barriers += i.kind == flow::warp_barrier;
}

namespace {
void add(cuda_emulator_global_counters& to, const cuda_emulator_global_counters& from)
{
    to.requests += from.requests;
    to.requested_bytes += from.requested_bytes;
    to.lines_128 += from.lines_128;
    to.segments_32 += from.segments_32;
    to.sectors_32 += from.sectors_32;
}
void add(cuda_emulator_shared_counters& to, const cuda_emulator_shared_counters& from)
{
    to.requests += from.requests;
    to.wavefronts += from.wavefronts;
    to.bank_conflicts += from.bank_conflicts;
}
void add(cuda_emulator_constant_counters& to, const cuda_emulator_constant_counters& from)
{
    to.requests += from.requests;
    to.cache_requests += from.cache_requests;
    to.replays += from.replays;
}
} // namespace

void add_counters(cuda_emulator_counters& to, const cuda_emulator_counters& from)
{
    to.launches += from.launches;
    to.warp_instructions += from.warp_instructions;
    to.thread_instructions += from.thread_instructions;
    add(to.global_loads, from.global_loads);
    add(to.global_stores, from.global_stores);
    to.global_atomics += from.global_atomics;
    add(to.shared_loads, from.shared_loads);
    add(to.shared_stores, from.shared_stores);
    add(to.shared_atomics, from.shared_atomics);
    to.local_requests += from.local_requests;
    to.texture_requests += from.texture_requests;
    to.block_barriers += from.block_barriers;
    to.warp_barriers += from.warp_barriers;
    to.branches += from.branches;
    to.divergent_branches += from.divergent_branches;
    add(to.constant_loads, from.constant_loads);
}

} // namespace cuda_emulator
