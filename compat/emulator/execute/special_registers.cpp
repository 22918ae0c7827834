// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/special_registers.h"

#include "machine/lanes.h"
#include "settings/device_size.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

namespace {

constexpr special_register of_block[] = {sr_clusterid_x, sr_clusterid_y, sr_clusterid_z, sr_ctaid_x,
                                         sr_ctaid_y,     sr_ctaid_z,     sr_smid};

std::uint32_t* words(warp& w, special_register r) { return reinterpret_cast<std::uint32_t*>(w.special + r * 128); }

bool is_named(const warp& w, special_register r) { return (w.grid->code->named_special >> r & 1) != 0; }

// Sets the register in all lanes, if an instruction names it. A launch of few blocks would spend much of its time here.
void fill_special(warp& w, special_register r, std::uint32_t value)
{
    if (is_named(w, r)) std::fill_n(words(w, r), warp_size, value);
}

template <class F>
void fill_by_lane(warp& w, special_register r, F value)
{
    if (!is_named(w, r)) return;
    std::uint32_t* const to = words(w, r);
    for (std::uint32_t l = 0; l < warp_size; ++l)
        to[l] = value(l);
}

// A failed assertion reads them, too, so they are always set.
void fill_thread_indices(warp& w)
{
    const dimensions& size = w.grid->block;
    const std::uint32_t first = w.index * warp_size;
    dimensions thread{first % size.x, first / size.x % size.y, first / size.x / size.y};
    std::uint32_t* const x = words(w, sr_tid_x);
    std::uint32_t* const y = words(w, sr_tid_y);
    std::uint32_t* const z = words(w, sr_tid_z);
    for (std::uint32_t l = 0; l < warp_size; ++l) {
        x[l] = thread.x;
        y[l] = thread.y;
        z[l] = thread.z;
        if (++thread.x != size.x) continue;
        thread.x = 0;
        if (++thread.y != size.y) continue;
        thread.y = 0;
        ++thread.z;
    }
}

// Registers with the place and size of shared memory.
void fill_shared_sizes(warp& w)
{
    const launch& g = *w.grid;
    const std::uint32_t user = w.shared_size - g.code->reserved_bytes;
    const std::uint32_t total = (user + g.shared_unit - 1) / g.shared_unit * g.shared_unit;
    fill_special(w, sr_dynamic_smem_size, g.dynamic_shared);
    fill_special(w, sr_total_smem_size, total);
    fill_special(w, sr_aggr_smem_size, user + reserved_shared_bytes);
    fill_special(w, sr_shared_begin, w.shared_begin);
    fill_special(w, sr_reserved_smem_end, w.shared_begin + reserved_shared_bytes);
    fill_special(w, sr_reserved_smem_cap, reserved_shared_bytes);
    fill_special(w, sr_reserved_smem_1, w.shared_begin + reserved_for_groups);
}

} // namespace

void fill_special_of_launch(warp& w)
{
    const launch& g = *w.grid;
    const std::uint32_t rank = w.owner->rank;
    fill_thread_indices(w);
    fill_by_lane(w, sr_laneid, [](std::uint32_t l) { return l; });
    fill_by_lane(w, sr_lanemask_eq, [](std::uint32_t l) { return 1u << l; });
    fill_by_lane(w, sr_lanemask_lt, [](std::uint32_t l) { return (1u << l) - 1; });
    fill_by_lane(w, sr_lanemask_le, [](std::uint32_t l) { return ((1u << l) - 1) | 1u << l; });
    fill_by_lane(w, sr_lanemask_ge, [](std::uint32_t l) { return ~((1u << l) - 1); });
    fill_by_lane(w, sr_lanemask_gt, [](std::uint32_t l) { return ~(((1u << l) - 1) | 1u << l); });
    if (is_named(w, sr_gridid))
        std::fill_n(reinterpret_cast<std::uint64_t*>(w.special + sr_gridid * 128), warp_size, g.id);
    for (const special_register r : of_block)
        fill_special(w, r, 0);
    fill_special(w, sr_ntid_x, g.block.x);
    fill_special(w, sr_ntid_y, g.block.y);
    fill_special(w, sr_ntid_z, g.block.z);
    fill_special(w, sr_nctaid_x, g.grid.x);
    fill_special(w, sr_nctaid_y, g.grid.y);
    fill_special(w, sr_nctaid_z, g.grid.z);
    fill_special(w, sr_warpid, w.index);
    fill_special(w, sr_nwarpid, 32);
    fill_special(w, sr_nsmid, static_cast<std::uint32_t>(multiprocessor_count()));
    fill_special(w, sr_nclusterid_x, g.grid.x / g.cluster.x);
    fill_special(w, sr_nclusterid_y, g.grid.y / g.cluster.y);
    fill_special(w, sr_nclusterid_z, g.grid.z / g.cluster.z);
    fill_special(w, sr_cluster_nctaid_x, g.cluster.x);
    fill_special(w, sr_cluster_nctaid_y, g.cluster.y);
    fill_special(w, sr_cluster_nctaid_z, g.cluster.z);
    fill_special(w, sr_cluster_ctaid_x, rank % g.cluster.x);
    fill_special(w, sr_cluster_ctaid_y, rank / g.cluster.x % g.cluster.y);
    fill_special(w, sr_cluster_ctaid_z, rank / g.cluster.x / g.cluster.y);
    fill_special(w, sr_cluster_ctarank, rank);
    fill_special(w, sr_cluster_nctarank, static_cast<std::uint32_t>(g.cluster.volume()));
    fill_special(w, sr_is_explicit_cluster, g.has_clusters ? all_lanes : 0);
    fill_special(w, sr_zero, 0);
    fill_special(w, sr_one, 1);
    fill_special(w, sr_envreg1, static_cast<std::uint32_t>(g.workspace >> 32));
    fill_special(w, sr_envreg2, static_cast<std::uint32_t>(g.workspace));
    fill_shared_sizes(w);
}

void set_special_of_block(block& b, const dimensions& cluster)
{
    const std::uint32_t values[] = {cluster.x,
                                    cluster.y,
                                    cluster.z,
                                    b.index.x,
                                    b.index.y,
                                    b.index.z,
                                    static_cast<std::uint32_t>(b.linear_index % 4)};
    static_assert(std::size(values) == std::size(of_block));
    warp& first = *b.warps.front();
    for (std::size_t k = 0; k < std::size(values); ++k)
        *words(first, of_block[k]) = values[k];
}

void spread_special_of_block(block& b)
{
    for (const special_register r : of_block) {
        if (!is_named(*b.warps.front(), r)) continue;
        const std::uint32_t value = *words(*b.warps.front(), r);
        const bool is_spread =
            words(*b.warps.front(), r)[1] == value && words(*b.warps.back(), r)[warp_size - 1] == value;
        for (std::size_t k = 0; !is_spread && k < b.warps.size(); ++k)
            fill_special(*b.warps[k], r, value);
    }
}

} // namespace cuda_emulator
