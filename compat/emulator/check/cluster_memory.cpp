// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/cluster_memory.h"

#include "check/findings.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/cluster.h"
#include "machine/fault.h"

namespace cuda_emulator {

namespace {

std::string block_name(const block& b)
{
    return "block (" + std::to_string(b.index.x) + "," + std::to_string(b.index.y) + "," + std::to_string(b.index.z) +
           ")";
}

std::string access_name(const block& of, u64 offset, u32 bytes, bool writes)
{
    return std::string(writes ? "write" : "read") + " of " + std::to_string(bytes) + " bytes at " +
           shared_place(of, offset) + " of the shared memory of " + block_name(of);
}

std::string key(const warp& w, const instruction& i, const char* what)
{
    const program& p = *w.grid->code;
    return what + std::string(p.kernel->source->name) + key_of(p, *w.current->function, i);
}

} // namespace

bool reach_peer(warp& w, const instruction& i, int lane, u64 at, u32 bytes, bool writes)
{
    cluster& c = *w.owner->of;
    if (c.is_single() || !in_cluster(w, at)) return false;
    const u64 distance = at - reinterpret_cast<u64>(c.shared), offset = distance % cluster_stride;
    block& b = *c.blocks[distance >> cluster_stride_bits];
    if (&b == w.owner) return false;
    const bool checks = w.grid->check.memory;
    const bool inside = offset + bytes <= b.shared_size;
    if (checks && !inside)
        fault(w, i, lane, device_error::launch_failure,
              access_name(b, offset, bytes, writes) + ": reaches past its " + std::to_string(b.shared_size) + " bytes");
    if (checks && b.live_threads == 0)
        fault(w, i, lane, device_error::launch_failure,
              access_name(b, offset, bytes, writes) + ", whose threads have all returned");
    if (!inside) return true;
    if (i.order != memory_order::weak) c.orders_itself = true;
    if (checks && !b.begun && c.phase == 0)
        add_finding(*w.owner, key(w, i, "not begun "),
                    place_of(w, i, lane) + ": " + access_name(b, offset, bytes, writes) +
                        ", and nothing says that this block has begun: a barrier of the cluster would");
    peer_access& last = c.accesses[b.rank];
    const u64 arrivals = c.phase + (w.cluster_arrived >> lane & 1);
    if (checks && (!last.at || arrivals > last.arrivals))
        last = {
            &i,    w.current->function, w.owner, w.index * warp_size + static_cast<u32>(lane), bytes, writes, arrivals,
            offset};
    if (!writes) return true;
    if (b.shared_check) b.shared_check->written_elsewhere(offset, bytes, i.order != memory_order::weak);
    if (b.undefined) b.undefined->overwritten(at, bytes);
    return true;
}

void check_end_of_block(block& b)
{
    cluster& c = *b.of;
    if (c.is_single() || !b.grid.check.memory || c.orders_itself) return;
    const peer_access& a = c.accesses[b.rank];
    if (!a.at) return;
    // The number of barriers of the cluster that some thread of the block has waited for.
    bool behind = true;
    for (auto& w : b.warps)
        behind &= (w->present & ~w->cluster_passed) == 0;
    if (a.arrivals < c.phase - behind) return;
    const program& p = *b.grid.code;
    add_finding(*a.from, "returned " + std::string(p.kernel->source->name) + key_of(p, *a.function, *a.at),
                place_of(*a.from, a.thread, *a.function, *a.at) + ": " + access_name(b, a.offset, a.bytes, a.writes) +
                    ", which returns, and nothing says that it waits for this: a barrier of the cluster would");
}

std::string name_of_missing_peer(const warp& w, u64 at)
{
    const cluster& c = *w.owner->of;
    const u64 rank = (at - reinterpret_cast<u64>(c.shared)) >> cluster_stride_bits;
    if (!w.grid->code->in_clusters || rank < c.blocks.size() || rank > 255) return "";
    return (rank == 255 ? "a rank" : "rank " + std::to_string(rank)) + " that a cluster of " +
           std::to_string(c.blocks.size()) + " blocks has not";
}

} // namespace cuda_emulator
