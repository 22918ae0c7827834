// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/undefined_product.h"

#include "check/definedness.h"
#include "check/undefined_values.h"
#include "machine/block.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

// The bits of element e in a register.
u64 bits_at(const matrix_fragment& f, int e) { return ~u64{0} >> (64 - bits_of(f.type)) << bits_of(f.type) * e; }

// Calls f(place, origin) for each undefined register of A or B. All elements of a register are of one row of A, or of
// one column of B.
template <class F>
void each_undefined(const warp& w, const matrix_fragment& from, F f)
{
    for (std::size_t k = 0; k < from.registers.size(); ++k)
        if (const undefined_lanes* const u = w.definedness->find(w, from.registers[k]))
            each_lane(u->lanes, [&](int l) { f(from.place_of(l, int(k), 0), u->origin[l]); });
}

} // namespace

undefined_product::undefined_product(const matrix_fragment& d)
    : width_(u32(d.columns))
    , rows_(std::size_t(d.rows), no_origin)
    , columns_(std::size_t(d.columns), no_origin)
    , elements_(std::size_t(d.rows) * std::size_t(d.columns), no_origin)
{
}

void undefined_product::read_rows(const warp& w, const matrix_fragment& a)
{
    each_undefined(w, a, [&](matrix_fragment::place p, u32 origin) { set_row(p.row, origin); });
}

void undefined_product::read_columns(const warp& w, const matrix_fragment& b)
{
    each_undefined(w, b, [&](matrix_fragment::place p, u32 origin) { set_column(p.column, origin); });
}

void undefined_product::read_elements(const warp& w, const matrix_fragment& c)
{
    for (std::size_t k = 0; k < c.registers.size(); ++k)
        if (const undefined_lanes* const u = w.definedness->find(w, c.registers[k]))
            each_lane(u->lanes, [&](int l) {
                for (int e = 0; e < c.elements_per_register(); ++e)
                    if (u->bits[l] & bits_at(c, e)) elements_[c.index_of(l, int(k), e)] = u->origin[l];
            });
}

u32 undefined_product::origin_of(u32 element) const
{
    if (elements_[element] != no_origin) return elements_[element];
    const u32 row = rows_[element / width_];
    return row != no_origin ? row : columns_[element % width_];
}

template <class F>
void undefined_product::each_register(const matrix_fragment& d, F f) const
{
    for (std::size_t k = 0; k < d.registers.size(); ++k) {
        undefined_lanes all;
        for (int l = 0; l < warp_size; ++l)
            for (int e = 0; e < d.elements_per_register(); ++e)
                if (const u32 from = origin_of(d.index_of(l, int(k), e)); from != no_origin)
                    all.add(l, from, bits_at(d, e), 0);
        f(d.registers[k], all);
    }
}

void undefined_product::write(warp& w, const matrix_fragment& d) const
{
    each_register(d, [&](operand_slot o, const undefined_lanes& u) { w.definedness->set(w, o, all_lanes, u); });
}

void undefined_product::add(warp& w, const matrix_fragment& d) const
{
    each_register(d, [&](operand_slot o, const undefined_lanes& u) {
        each_lane(u.lanes, [&](int l) { w.owner->undefined->add_element(w, o, l, u.origin[l], u.bits[l]); });
    });
}

} // namespace cuda_emulator
