// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warpgroup.h"

#include "check/access.h"
#include "check/product_registers.h"
#include "execute/matrix_values.h"
#include "execute/warpgroup_definedness.h"
#include "execute/warpgroup_order.h"
#include "machine/fault.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

constexpr std::size_t largest_operand = 256 * 32; // B of n256k32

// Calls f(line, chunk, its 16 bytes) for each chunk, after the checks of as many at a time as the warp has lanes.
template <class F>
void read_chunks(warp& w, const instruction& i, const shared_operand& o, F f)
{
    if (o.matrix.base_offset())
        fault(w, i, 0, device_error::launch_failure,
              "the matrix descriptor has a base offset, which is not emulated: align the matrix to the bytes after "
              "which its swizzle repeats");
    alignas(64) u64 at[warp_size] = {};
    int lines[warp_size], chunks[warp_size], n = 0;
    const auto read = [&] {
        const u32 lanes = n == warp_size ? all_lanes : (1u << n) - 1;
        if (w.checks) check_access(w, i, lanes, at, shared_operand::chunk_bytes, false);
        for (int l = 0; l < n; ++l)
            f(lines[l], chunks[l], reinterpret_cast<const char*>(at[l]));
        n = 0;
    };
    o.each_chunk([&](int line, int chunk) {
        at[n] = reinterpret_cast<u64>(w.shared) + o.matrix.offset_of(line, chunk);
        lines[n] = line;
        chunks[n] = chunk;
        if (++n == warp_size) read();
    });
    if (n) read();
}

// Element e of a chunk.
template <class T>
T element_of(const char* chunk, matrix_element type, int e)
{
    const int bytes = bits_of(type) / 8;
    u64 bits = 0;
    std::memcpy(&bits, chunk + e * bytes, std::size_t(bytes));
    return element<T>(type, bits, 0);
}

// put(number, k, value) takes each element of the rows of A, or of the columns of B.
template <class T, class F>
void read_operand(warp& w, const instruction& i, const shared_operand& o, F put)
{
    read_chunks(w, i, o, [&](int line, int chunk, const char* bytes) {
        for (int e = 0; e < o.elements_of_chunk; ++e)
            put(o.outer_of(line, chunk, e), o.inner_of(line, chunk, e), element_of<T>(bytes, o.type, e));
    });
}

template <class T>
void multiply(warp& w, const instruction& i, const warpgroup_multiply_form& form)
{
    const int columns = form.d.columns, k = form.k;
    matrix<T> a(k);
    if (form.a_in_registers) {
        a = matrix<T>(w, form.a);
    } else {
        read_operand<T>(w, i, rows_in_memory(w, form), [&](int row, int n, T value) { a.row(row)[n] = value; });
    }
    if (form.negates)
        for (int n = 0; n < rows_of_warp * k; ++n)
            a.row(0)[n] = -a.row(0)[n];
    matrix<T, largest_operand> b(columns);
    read_operand<T>(w, i, columns_in_memory(w, form), [&](int column, int n, T value) { b.row(n)[column] = value; });
    matrix<T, largest_operand> d(w, form.d);
    if (!(*slot<u32>(w, form.accumulates) & 1)) std::fill_n(d.row(0), rows_of_warp * columns, T(0));
    multiply(form, a.row(0), b.row(0), d.row(0), {rows_of_warp, columns, k});
    d.write(w, form.d);
}

} // namespace

shared_operand rows_in_memory(warp& w, const warpgroup_multiply_form& form)
{
    const int first = int(w.index % warps_of_group) * rows_of_warp;
    return {{*slot<u64>(w, form.a_descriptor), form.a_is_mn_major},
            form.a_is_mn_major,
            form.type,
            first,
            rows_of_warp,
            form.k};
}

shared_operand columns_in_memory(warp& w, const warpgroup_multiply_form& form)
{
    return {{*slot<u64>(w, form.b_descriptor), form.b_is_mn_major},
            form.b_is_mn_major,
            form.type_of_b,
            0,
            form.d.columns,
            form.k};
}

void run_warpgroup_multiply(warp& w, const instruction& i, u32 m)
{
    need_warpgroup(w, i, m);
    const auto& form = static_cast<const warpgroup_multiply_form&>(*static_cast<const register_lists*>(i.extra));
    if (form.d.type == matrix_element::s32) {
        multiply<i64>(w, i, form);
    } else {
        multiply<double>(w, i, form);
    }
    if (w.checks) note_unwritten_operands(w, i);
    if (w.grid->check.products) begin_product(w, i, form.d_numbers, form.a_numbers);
    note_computed_product(w);
}

} // namespace cuda_emulator
