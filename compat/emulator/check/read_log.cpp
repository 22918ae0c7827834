// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/read_log.h"

#include <cstring>

namespace cuda_emulator {

namespace {
constexpr u32 capacity = 4096; // enough for a tiled matrix product between two barriers
} // namespace

read_log::read_log(shared_reads& state, access_records& records, shadow_cells& cells)
    : state_(state)
    , records_(records)
    , cells_(cells)
    , entries_(new noted_read[capacity])
{
    state.kept = capacity;
    state.reads = entries_.get();
}

void read_log::add(const warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    noted_read& r = next();
    std::memcpy(r.by_lane(), cell, sizeof r.cell);
    keep(w, i, mask, count << state_.shift);
    r.shift = 0;
}

void read_log::list_cells(const noted_read& r, u32* cell) const
{
    if (r.row) {
        for (u32 l = 0; l < warp_size; ++l)
            cell[l] = (r.base + r.across * (l % r.row) + r.along * (l / r.row)) >> r.shift;
    } else {
        for (u32 l = 0; l < warp_size; ++l)
            cell[l] = r.cell[l] >> r.shift;
    }
}

void read_log::apply()
{
    for (u32 n = 0; n < state_.noted; ++n) {
        const noted_read& r = state_.reads[n];
        alignas(32) u32 cell[warp_size];
        list_cells(r, cell);
        const instruction& i = r.at ? *r.at : r.function->code[r.pc]; // translated code gives the PC
        const u32 stamp = records_.stamp_of(r.warp_index, i, r.function, false);
        for (u32 k = 0; k < r.count; ++k)
            cells_.add_readers(cell, k, r.mask, r.warp_index, stamp);
    }
    state_.noted = 0;
}

} // namespace cuda_emulator
