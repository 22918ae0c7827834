// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/special_registers.h"

#include "machine/lanes.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

namespace {

constexpr special_register of_block[] = {sr_clusterid_x, sr_clusterid_y, sr_clusterid_z, sr_ctaid_x,
                                         sr_ctaid_y,     sr_ctaid_z,     sr_smid};

std::uint32_t* words(warp& w, special_register r) { return reinterpret_cast<std::uint32_t*>(w.special + r * 128); }

} // namespace

void fill_special(warp& w, special_register r, std::uint32_t value) { std::fill_n(words(w, r), warp_size, value); }

void fill_shared_sizes(warp& w)
{
    const launch& g = *w.grid;
    const std::uint32_t user = w.shared_size - g.code->reserved_bytes;
    const std::uint32_t total = (user + g.shared_unit - 1) / g.shared_unit * g.shared_unit;
    fill_special(w, sr_dynamic_smem_size, g.dynamic_shared);
    fill_special(w, sr_total_smem_size, total);
    fill_special(w, sr_aggr_smem_size, total + reserved_shared_bytes);
    fill_special(w, sr_shared_begin, w.shared_begin);
    fill_special(w, sr_reserved_smem_end, w.shared_begin + reserved_shared_bytes);
    fill_special(w, sr_reserved_smem_cap, reserved_shared_bytes);
    fill_special(w, sr_reserved_smem_1, w.shared_begin + reserved_for_groups);
}

void clear_special_of_block(warp& w)
{
    for (const special_register r : of_block)
        fill_special(w, r, 0);
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
        if (!(b.grid.code->named_special >> r & 1)) continue;
        const std::uint32_t value = *words(*b.warps.front(), r);
        const bool is_spread =
            words(*b.warps.front(), r)[1] == value && words(*b.warps.back(), r)[warp_size - 1] == value;
        for (std::size_t k = 0; !is_spread && k < b.warps.size(); ++k)
            fill_special(*b.warps[k], r, value);
    }
}

} // namespace cuda_emulator
