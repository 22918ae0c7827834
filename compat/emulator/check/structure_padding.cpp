// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/structure_padding.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Padding follows a member and ends where the next member or the structure ends. That end is a multiple of an alignment
// that is larger than the padding.
bool is_behind_a_member(const block& b, const shadow_cells& cells, u32 cell, u32 alignment)
{
    const auto at = static_cast<u32>(cells.offset_of(cell));
    const u32 first = at / alignment * alignment, end = std::min(first + alignment, b.shared_size);
    const u32 step = cells.cell_bytes();
    u32 from = at, to = at + step;
    while (from > first && !cells.is_written((from - step) >> cells.shift()))
        from -= step;
    while (to < end && !cells.is_written(to >> cells.shift()))
        to += step;
    const u32 boundary = to - first;
    return from > first && to - from < (boundary & (0 - boundary));
}

} // namespace

// A structure is aligned at least as strictly as a load of it. The alignment of a variable is known, except in dynamic
// shared memory, which nvcc always aligns to 16 bytes. There a single byte may be padding of any structure. More than
// eight bytes count as padding only if no lane has a written cell there.
bool may_be_padding(const block& b, const shadow_cells& cells, const instruction& i, u32 mask, const u32* cell,
                    u32 count, int lane, u32 k)
{
    constexpr u32 common = 8, most = 16;
    const u32 unwritten = cell[lane] + k;
    const std::size_t at = cells.offset_of(unwritten);
    u32 alignment = count << cells.shift();
    for (const shared_variable& v : b.grid.code->shared_variables)
        if (at >= v.offset && at - v.offset < v.size)
            return is_behind_a_member(b, cells, unwritten, std::max(alignment, v.alignment));
    if (i.element == 1) alignment = most;
    if (!is_behind_a_member(b, cells, unwritten, alignment)) return false;
    if (alignment <= common || is_behind_a_member(b, cells, unwritten, common)) return true;
    u32 written = 0;
    each_lane(mask, [&](int l) { written |= u32(cells.is_written(cell[l] + k)) << l; });
    return written == 0;
}

} // namespace cuda_emulator
