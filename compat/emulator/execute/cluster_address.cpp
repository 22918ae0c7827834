// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/cluster_address.h"

#include "isa/integers.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

constexpr u32 no_rank = 255; //!< stands for every rank that the cluster does not have

u64 first_of(const warp& w) { return reinterpret_cast<u64>(w.cluster_shared); }

void want_shared(const warp& w, const instruction& i, int lane, u64 at)
{
    if (!in_cluster(w, at))
        fault(w, i, lane, device_error::illegal_address, "the address is not one of the cluster's shared memory");
}

template <bool Generic, class A>
void map_address(warp& w, const instruction& i, u32 m)
{
    const A* a = slot<A>(w, i.operands[1]);
    const u32* rank = slot<u32>(w, i.operands[2]);
    A* d = slot<A>(w, i.operands[0]);
    const u64 base = Generic ? first_of(w) : 0;
    each_lane(m, [&](int l) {
        if (Generic) want_shared(w, i, l, a[l]);
        d[l] = static_cast<A>(base + u64{std::min(rank[l], no_rank)} * cluster_stride + (a[l] - base) % cluster_stride);
    });
}

template <bool Generic, class A>
void address_rank(warp& w, const instruction& i, u32 m)
{
    const A* a = slot<A>(w, i.operands[1]);
    u32* d = slot<u32>(w, i.operands[0]);
    const u64 base = Generic ? first_of(w) : 0;
    each_lane(m, [&](int l) {
        if (Generic) want_shared(w, i, l, a[l]);
        d[l] = static_cast<u32>((a[l] - base) >> cluster_stride_bits);
    });
}

} // namespace

handler find_map_address(bool generic, bool wide)
{
    if (generic) return wide ? map_address<true, u64> : nullptr;
    return wide ? map_address<false, u64> : map_address<false, u32>;
}
handler find_address_rank(bool generic, bool wide)
{
    if (generic) return wide ? address_rank<true, u64> : nullptr;
    return wide ? address_rank<false, u64> : address_rank<false, u32>;
}

} // namespace cuda_emulator
