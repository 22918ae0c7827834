// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/matrix_definedness.h"

#include "check/definedness.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "execute/undefined_product.h"
#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/block.h"
#include "machine/lanes.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

const register_lists& lists_of(const instruction& i) { return *static_cast<const register_lists*>(i.extra); }

// Bytes of memory that a lane accesses, and their place in its register.
struct element_access {
    int lane;
    operand_slot slot;
    u32 shift; // bits
    u64 address;
    u32 bytes;
};

// Calls f(element_access) for the elements of wmma.load and wmma.store.
template <class F>
void each_of_fragment(const instruction& i, const fragment_addresses& addresses, F f)
{
    const auto& form = static_cast<const fragment_access_form&>(lists_of(i));
    alignas(64) u64 at[warp_size];
    const u32 bytes = form.unit_bytes();
    const std::size_t count =
        form.stores ? std::size_t(form.fragment.distinct_registers()) : form.fragment.registers.size();
    for (std::size_t r = 0; r < count; ++r)
        for (int unit = 0; unit < form.units_per_register(); ++unit) {
            addresses.find(int(r), unit, at);
            for (int l = 0; l < warp_size; ++l)
                f(element_access{l, form.fragment.registers[r], 8 * bytes * u32(unit), at[l], bytes});
        }
}

// The same for ldmatrix and stmatrix.
constexpr auto each_of_rows = [](warp& w, const instruction& i, auto f) {
    const auto& form = static_cast<const row_access_form&>(lists_of(i));
    alignas(64) u64 base[warp_size];
    addresses_of(w, i, base);
    for (std::size_t k = 0; k < form.registers.size(); ++k)
        for (int l = 0; l < warp_size; ++l)
            for (int e = 0; e < 2; ++e) {
                int row = l / 4, column = l % 4 * 2 + e;
                if (form.transposes) std::swap(row, column);
                f(element_access{l, form.registers[k], 16 * u32(e), base[8 * k + std::size_t(row)] + 2 * u64(column),
                                 2});
            }
};

template <class Each>
void note_unwritten(warp& w, const instruction& i, Each each)
{
    if (!w.owner->undefined || !w.owner->undefined->has_matrix_read()) return;
    const u64 shared = reinterpret_cast<u64>(w.shared);
    const u32 shift = w.shared_check->shift;
    each(w, i, [&](const element_access& a) {
        if (a.address - shared >= w.shared_size) return;
        for (u32 b = 0; b < a.bytes; ++b) {
            const u32 cell = u32(a.address + b - shared) >> shift;
            if (w.shared_check->is_written(cell)) continue;
            const u32 origin = w.owner->undefined->element_origin(w, i, a.lane, cell);
            w.owner->undefined->add_element(w, a.slot, a.lane, origin, u64{0xff} << (a.shift + 8 * b));
        }
    });
}

// A store, or a load: what it writes becomes defined, but for undefined bytes of memory.
template <class Each>
void track_access(warp& w, const instruction& i, bool stores, Each each)
{
    if (!stores)
        for (const operand_slot o : lists_of(i).written)
            w.definedness->set(w, o, all_lanes, {});
    each(w, i, [&](const element_access& a) {
        if (!stores) return w.definedness->loaded(w, a.slot, a.lane, a.shift, a.address, a.bytes);
        const undefined_lanes* const f = w.definedness->find(w, a.slot);
        const u64 all = ~u64{0} >> (64 - 8 * a.bytes);
        const auto part = [&](const u64* bits) { return bits[a.lane] >> a.shift & all; };
        w.definedness->stored(w, i, a.lane, a.address, a.bytes, f ? f->origin[a.lane] : 0, f ? part(f->bits) : 0,
                              f ? part(f->padding) : 0);
    });
}

} // namespace

void track_multiply(warp& w, const instruction& i)
{
    const auto& form = static_cast<const multiply_form&>(lists_of(i));
    undefined_product product(form.d);
    product.read_rows(w, form.a);
    product.read_columns(w, form.b);
    product.read_elements(w, form.c);
    product.write(w, form.d);
}

void track_fragment_access(warp& w, const instruction& i)
{
    track_access(w, i, static_cast<const fragment_access_form&>(lists_of(i)).stores,
                 [](warp& of, const instruction& at, auto f) {
                     each_of_fragment(at, {of, at}, f);
                 });
}

void track_row_access(warp& w, const instruction& i)
{
    track_access(w, i, static_cast<const row_access_form&>(lists_of(i)).stores, each_of_rows);
}

void track_transposition(warp& w, const instruction& i)
{
    undefined_lanes result;
    if (const undefined_lanes* const u = w.definedness->find(w, lists_of(i).read[0]))
        each_lane(u->lanes, [&](int l) {
            for (int e = 0; e < 2; ++e) {
                const int row = l / 4, column = l % 4 * 2 + e, lane = column * 4 + row / 2;
                if (const u64 bits = u->bits[l] >> 16 * e & 0xffff)
                    result.add(lane, u->origin[l], bits << row % 2 * 16, 0);
            }
        });
    w.definedness->set(w, lists_of(i).written[0], all_lanes, result);
}

void note_unwritten_fragment(warp& w, const instruction& i, const fragment_addresses& addresses)
{
    note_unwritten(w, i, [&](warp&, const instruction& at, auto f) { each_of_fragment(at, addresses, f); });
}
void note_unwritten_rows(warp& w, const instruction& i) { note_unwritten(w, i, each_of_rows); }

} // namespace cuda_emulator
