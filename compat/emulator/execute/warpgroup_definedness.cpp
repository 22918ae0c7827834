// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warpgroup_definedness.h"

#include "check/definedness.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "execute/undefined_product.h"
#include "machine/block.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

const warpgroup_multiply_form& form_of(const instruction& i)
{
    return static_cast<const warpgroup_multiply_form&>(*static_cast<const register_lists*>(i.extra));
}

// Calls f(row or column, offset in shared memory) for each byte of an operand.
template <class F>
void each_byte(const shared_operand& o, F f)
{
    o.each_chunk([&](int line, int chunk) {
        const u32 offset = o.matrix.offset_of(line, chunk);
        for (int b = 0; b < shared_operand::chunk_bytes; ++b)
            f(o.outer_of(line, chunk, b * 8 / bits_of(o.type)), offset + u32(b));
    });
}

// origin(lane, offset in shared memory) returns the origin of a byte that is undefined. The lane is the first one that
// holds an element of the row or column.
template <class Origin>
void read_operands(warp& w, const warpgroup_multiply_form& form, undefined_product& product, Origin origin)
{
    if (!form.a_in_registers)
        each_byte(rows_in_memory(w, form), [&](int row, u32 offset) {
            if (product.is_row_undefined(row)) return;
            product.set_row(row, origin(row % 8 * 4, offset));
        });
    each_byte(columns_in_memory(w, form), [&](int column, u32 offset) {
        if (product.is_column_undefined(column)) return;
        product.set_column(column, origin(column % 8 / 2, offset));
    });
}

} // namespace

void track_warpgroup_multiply(warp& w, const instruction& i)
{
    const warpgroup_multiply_form& form = form_of(i);
    definedness_tracker& tracker = *w.definedness;
    tracker.use(w, i, form.a_descriptor, all_lanes, "it is an address");
    tracker.use(w, i, form.b_descriptor, all_lanes, "it is an address");
    tracker.use(w, i, form.accumulates, all_lanes, "it decides whether a product is added");
    undefined_product product(form.d);
    if (form.a_in_registers) product.read_rows(w, form.a);
    if (tracker.has_undefined_bytes()) {
        const u64 shared = reinterpret_cast<u64>(w.shared);
        read_operands(w, form, product, [&](int, u32 offset) {
            const u32* const found = tracker.find_byte(shared + offset);
            return found ? *found : undefined_product::no_origin;
        });
    }
    if (*slot<u32>(w, form.accumulates) & 1) product.read_elements(w, form.d);
    product.write(w, form.d);
}

void note_unwritten_operands(warp& w, const instruction& i)
{
    undefined_values* const undefined = w.owner->undefined;
    if (!undefined || !undefined->has_matrix_read()) return;
    const warpgroup_multiply_form& form = form_of(i);
    undefined_product product(form.d);
    read_operands(w, form, product, [&](int lane, u32 offset) {
        const u32 cell = offset >> w.shared_check->shift;
        if (offset >= w.shared_size || w.shared_check->is_written(cell)) return undefined_product::no_origin;
        return undefined->element_origin(w, i, lane, cell);
    });
    product.add(w, form.d);
}

} // namespace cuda_emulator
