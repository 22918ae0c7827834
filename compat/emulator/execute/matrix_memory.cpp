// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma.load, wmma.store, ldmatrix, stmatrix, movmatrix.
#include "check/access.h"
#include "execute/matrix.h"
#include "execute/matrix_definedness.h"
#include "isa/integers.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <cstring>

namespace cuda_emulator {

namespace {

void need_all_lanes(warp& w, const instruction& i, u32 m)
{
    if (m != all_lanes)
        fault(w, i, __builtin_ctz(m), device_error::launch_failure,
              "a matrix instruction needs all 32 threads of the warp");
}

} // namespace

bool fragment_access_form::is_packed() const
{
    return fragment.type == matrix_element::s4 || fragment.type == matrix_element::u4 ||
           fragment.type == matrix_element::b1;
}

u64 fragment_access_form::offset_of(warp& w, const instruction& i, int lane, int reg, int element) const
{
    const matrix_fragment& f = fragment;
    const int bits = f.type == matrix_element::b1 ? 1 : bits_of(f.type);
    const int word = f.type == matrix_element::b1 ? 32 : 1; // columns of A and rows of B count words
    auto p = f.place_of(lane, reg, element);
    if (f.role == matrix_role::a) p.column *= word;
    if (f.role == matrix_role::b) p.row *= word;
    const int rows = f.rows * (f.role == matrix_role::b ? word : 1),
              columns = f.columns * (f.role == matrix_role::a ? word : 1);
    const u64 stride =
        i.operands[1] == no_operand ? u64(column_major ? rows : columns) : slot<u32>(w, i.operands[1])[lane];
    return (column_major ? p.column * stride + p.row : p.row * stride + p.column) * bits / 8;
}

void run_fragment_access(warp& w, const instruction& i, u32 m)
{
    const auto& form = static_cast<const fragment_access_form&>(*static_cast<const register_lists*>(i.extra));
    const matrix_fragment& f = form.fragment;
    need_all_lanes(w, i, m);
    alignas(64) u64 base[warp_size], at[warp_size];
    addresses_of(w, i, base);
    // The unit of a transfer: an element, or a register of packed elements smaller than a byte.
    const int n = form.is_packed() ? 1 : f.elements_per_register(), bytes = form.is_packed() ? 4 : bits_of(f.type) / 8;
    const std::size_t count = form.stores ? std::size_t(f.distinct_registers()) : f.registers.size();
    for (std::size_t r = 0; r < count; ++r) {
        char* const reg = slot<char>(w, f.registers[r]);
        const int register_bytes = f.type == matrix_element::f64 ? 8 : 4;
        for (int e = 0; e < n; ++e) {
            for (int l = 0; l < warp_size; ++l)
                at[l] = base[l] + form.offset_of(w, i, l, int(r), e);
            if (w.checks) check_access(w, i, m, at, u32(bytes), form.stores);
            for (int l = 0; l < warp_size; ++l) {
                char* here = reg + l * register_bytes + e * bytes;
                auto* there = reinterpret_cast<char*>(at[l]);
                std::memcpy(form.stores ? there : here, form.stores ? here : there, std::size_t(bytes));
            }
        }
    }
    if (w.checks && !form.stores) note_unwritten_fragment(w, i);
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
