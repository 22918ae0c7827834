// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/global_memory.h"

#include "check/byte_atomics.h"
#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/block.h"

#include <cstring>

namespace cuda_emulator {

namespace {

// Fast path: all lanes access adjacent, whole cells.
bool is_one_range(u32 mask, const u64* at, u32 bytes)
{
    if (mask != all_lanes || (at[0] & 3)) return false;
    u64 differs = 0;
    for (u32 l = 0; l < warp_size; ++l)
        differs |= at[l] ^ (at[0] + u64{bytes} * l);
    return differs == 0;
}

bool are_whole(const cell* c, u32 count) // `count` is a multiple of 8
{
    u64 all = ~u64{0};
    for (u32 k = 0; k < count; k += 8) {
        u64 eight;
        std::memcpy(&eight, c + k, sizeof eight);
        all &= eight;
    }
    return (~all & 0x0f0f0f0f0f0f0f0full) == 0;
}

void write(cell* cells, u64 at, u32 bytes)
{
    cell& c = cells[at / 4];
    if (bytes == 4) {
        c = whole_cell;
    } else if (bytes > 4) {
        std::memset(&c, whole_cell, bytes / 4);
    } else if (const cell bits = bits_in_cell(at, bytes); (__atomic_load_n(&c, __ATOMIC_RELAXED) & bits) != bits) {
        __atomic_fetch_or(&c, bits, __ATOMIC_RELAXED);
    }
}

bool is_written(const cell* cells, u64 at, u32 bytes)
{
    const cell* c = cells + at / 4;
    if (bytes <= 4) {
        const cell bits = bits_in_cell(at, bytes);
        return (__atomic_load_n(c, __ATOMIC_RELAXED) & bits) == bits;
    }
    cell all = whole_cell;
    for (u32 k = 0; k < bytes / 4; ++k)
        all &= __atomic_load_n(c + k, __ATOMIC_RELAXED);
    return all == whole_cell;
}

// Passes the undefined bits of each result to undefined_values.
void read_unwritten(warp& w, const instruction& i, const cell* cells, int lane, u64 at, u32 bytes,
                    undefined_values::accessed_allocation& of_last_lane)
{
    if (w.owner->undefined->is_reported(i) || (may_be_byte_atomic(i, bytes) && cells[at / 4] & whole_cell)) return;
    if (i.roles == operand_roles::atomic) {
        if (!i.overwrites) w.owner->undefined->atomic_global(w, i, lane, at, bytes);
        return;
    }
    if (i.roles != operand_roles::load || !i.element) return;
    u64 bits[9] = {};
    for (u32 b = 0; b < bytes; ++b) {
        if (cells[(at + b) / 4] >> (at + b) % 4 & 1) continue;
        // A 128-bit register is undefined as a whole.
        bits[b / i.element] |= i.element == 16  ? ~u64{0}
                               : i.sign_extends ? u64{0xffff}
                                                : u64{0xff} << 8 * (b % i.element);
    }
    w.owner->undefined->read_global(w, i, lane, at, bytes, bits, of_last_lane);
}

} // namespace

void note_global_write(cell* cells, u32 mask, const u64* at, u32 bytes)
{
    if (is_one_range(mask, at, bytes)) {
        std::memset(cells + at[0] / 4, whole_cell, 8 * bytes);
    } else {
        each_lane(mask, [&](int l) { write(cells, at[l], bytes); });
    }
}

void note_global_read(warp& w, const instruction& i, const cell* cells, u32 mask, const u64* at, u32 bytes)
{
    if (is_one_range(mask, at, bytes) && are_whole(cells + at[0] / 4, 8 * bytes)) return;
    if (w.owner->undefined->is_reported(i)) return; // without a look at each lane
    undefined_values::accessed_allocation of_last_lane;
    each_lane(mask, [&](int l) {
        if (!is_written(cells, at[l], bytes)) read_unwritten(w, i, cells, l, at[l], bytes, of_last_lane);
    });
}

void note_global(warp& w, const instruction& i, cell* cells, int lane, const u64* at, u32 bytes, bool writes)
{
    if ((!writes || i.roles == operand_roles::atomic) && !is_written(cells, at[lane], bytes)) {
        undefined_values::accessed_allocation of_no_lane;
        read_unwritten(w, i, cells, lane, at[lane], bytes, of_no_lane);
    }
    if (writes) write(cells, at[lane], bytes);
}

} // namespace cuda_emulator
