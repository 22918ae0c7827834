// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma.load, wmma.store, ldmatrix, stmatrix, movmatrix.
#include "check/access.h"
#include "execute/matrix.h"
#include "execute/matrix_definedness.h"
#include "execute/matrix_values.h"
#include "isa/integers.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

void need_all_lanes(warp& w, const instruction& i, u32 m)
{
    if (m != all_lanes)
        fault(w, i, __builtin_ctz(m), device_error::launch_failure,
              "a matrix instruction needs all 32 threads of the warp");
}

// Calls f with a value of 1, 2, 4 or 8 bytes, so that the compiler knows the size.
template <class F>
void with_bytes(u32 bytes, F f)
{
    switch (bytes) {
    case 1:
        return f(std::uint8_t{});
    case 2:
        return f(u16{});
    case 4:
        return f(u32{});
    default:
        return f(u64{});
    }
}

} // namespace

std::uint32_t fragment_access_form::unit_bytes() const
{
    const bool is_packed = fragment.type == matrix_element::s4 || fragment.type == matrix_element::u4 ||
                           fragment.type == matrix_element::b1;
    return is_packed ? 4 : u32(bits_of(fragment.type)) / 8;
}

int fragment_access_form::units_per_register() const { return std::max(1, 4 / int(unit_bytes())); }

bool fragment_access_form::is_contiguous() const { return column_major == (fragment.role == matrix_role::b); }

void fragment_access_form::find_units()
{
    const int word = fragment.type == matrix_element::b1 ? word_bits : 1; // columns of A and rows of B count words
    for (int reg = 0; reg < fragment.distinct_registers(); ++reg)
        for (int unit = 0; unit < units_per_register(); ++unit)
            for (int lane = 0; lane < warp_size; ++lane) {
                const auto p = fragment.place_of(lane, reg, unit);
                const auto row = std::uint16_t(p.row * (fragment.role == matrix_role::b ? word : 1));
                const auto column = std::uint16_t(p.column * (fragment.role == matrix_role::a ? word : 1));
                places.push_back(column_major ? unit_place{column, row} : unit_place{row, column});
            }
}

fragment_addresses::fragment_addresses(warp& w, const instruction& i)
    : form_(static_cast<const fragment_access_form&>(*static_cast<const register_lists*>(i.extra)))
{
    addresses_of(w, i, base_);
    if (i.operands[1] != no_operand) {
        std::copy_n(slot<u32>(w, i.operands[1]), warp_size, stride_);
        return;
    }
    const matrix_fragment& f = form_.fragment;
    const bool is_in_words = f.type == matrix_element::b1 && f.role != matrix_role::accumulator;
    std::fill_n(stride_, warp_size, u32((form_.column_major ? f.rows : f.columns) * (is_in_words ? word_bits : 1)));
}

void fragment_addresses::find(int reg, int unit, u64* at) const
{
    const matrix_element type = form_.fragment.type;
    const int shift = type == matrix_element::b1 ? 0 : __builtin_ctz(u32(bits_of(type))); // from elements to bits
    const int row = reg % form_.fragment.distinct_registers() * form_.units_per_register() + unit;
    const auto* const places = form_.places.data() + row * warp_size;
    for (int l = 0; l < warp_size; ++l)
        at[l] = base_[l] + ((u64(places[l].line) * stride_[l] + places[l].position) << shift >> 3);
}

void run_fragment_access(warp& w, const instruction& i, u32 m)
{
    const auto& form = static_cast<const fragment_access_form&>(*static_cast<const register_lists*>(i.extra));
    const matrix_fragment& f = form.fragment;
    need_all_lanes(w, i, m);
    const fragment_addresses addresses(w, i);
    alignas(64) u64 at[warp_size];
    const int units = form.units_per_register(), distinct = f.distinct_registers();
    // An H200 transfers whole registers, too, and traps if the pointer does not fit. PTX wants each row aligned.
    const int together = form.is_contiguous() ? units : 1;
    const u32 bytes = u32(together) * form.unit_bytes(), register_bytes = u32(units) * form.unit_bytes();
    for (int r = 0; r < distinct; ++r) {
        char* const reg = slot<char>(w, f.registers[std::size_t(r)]);
        for (int first = 0; first < units; first += together) {
            addresses.find(r, first, at);
            if (w.checks) check_access(w, i, m, at, bytes, form.stores);
            with_bytes(bytes, [&](auto value) {
                char* const here = reg + u32(first) * form.unit_bytes();
                for (int l = 0; l < warp_size; ++l)
                    if (form.stores) {
                        std::memcpy(reinterpret_cast<char*>(at[l]), here + u32(l) * register_bytes, sizeof value);
                    } else {
                        std::memcpy(here + u32(l) * register_bytes, reinterpret_cast<char*>(at[l]), sizeof value);
                    }
            });
        }
    }
    if (form.stores) return;
    if (w.checks) note_unwritten_fragment(w, i, addresses);
    for (std::size_t r = std::size_t(distinct); r < f.registers.size(); ++r) // the fragment repeats its elements
        std::memcpy(slot<char>(w, f.registers[r]), slot<char>(w, f.registers[r % std::size_t(distinct)]),
                    register_bytes * warp_size);
}

void run_row_access(warp& w, const instruction& i, u32 m)
{
    const auto& form = static_cast<const row_access_form&>(*static_cast<const register_lists*>(i.extra));
    need_all_lanes(w, i, m);
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    const std::size_t count = form.registers.size();
    const u32 giving = count == 4 ? all_lanes : (1u << 8 * count) - 1; // lanes whose address is used
    if (w.checks) check_access(w, i, giving, at, 16, form.stores);
    if (w.checks && !form.stores) note_unwritten_rows(w, i);
    u16 rows[warp_size][8];
    auto each_element = [&](auto move) {
        for (std::size_t k = 0; k < count; ++k) {
            auto* reg = slot<u16>(w, form.registers[k]); // two elements per lane
            for (int l = 0; l < warp_size; ++l)
                for (int e = 0; e < 2; ++e) {
                    const int row = l / 4, column = l % 4 * 2 + e;
                    u16& place = form.transposes ? rows[8 * k + column][row] : rows[8 * k + row][column];
                    move(place, reg[2 * l + e]);
                }
        }
    };
    if (form.stores) {
        each_element([](u16& place, u16& reg) { place = reg; });
        each_lane(giving, [&](int l) { std::memcpy(reinterpret_cast<void*>(at[l]), rows[l], 16); });
    } else {
        each_lane(giving, [&](int l) { std::memcpy(rows[l], reinterpret_cast<const void*>(at[l]), 16); });
        each_element([](u16& place, u16& reg) { reg = place; });
    }
}

void run_transposition(warp& w, const instruction& i, u32 m)
{
    const auto& lists = *static_cast<const register_lists*>(i.extra);
    need_all_lanes(w, i, m);
    u16 from[2 * warp_size];
    std::memcpy(from, slot<u16>(w, lists.read[0]), sizeof from);
    auto* to = slot<u16>(w, lists.written[0]);
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
            to[8 * row + column] = from[8 * column + row];
}

} // namespace cuda_emulator
