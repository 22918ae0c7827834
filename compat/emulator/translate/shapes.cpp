// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/shapes.h"

#include "machine/lanes.h"
#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator::translation {

namespace {

shape special_shape(std::uint32_t which, int row)
{
    if (!row && which <= sr_tid_z) return shape::any;
    switch (which) {
    case sr_tid_x:
        return row > 1 ? shape::even : shape::uniform;
    case sr_tid_y:
        return row < warp_size ? shape::even : shape::uniform;
    case sr_laneid:
        return shape::even;
    case sr_lanemask_eq:
    case sr_lanemask_le:
    case sr_lanemask_lt:
    case sr_lanemask_ge:
    case sr_lanemask_gt:
        return shape::any;
    default:
        return shape::uniform;
    }
}

void set(shapes& at, operand_slot o, shape s)
{
    if (o == no_operand) return;
    if (s == shape::any) {
        at.erase(o);
    } else {
        at[o] = s;
    }
}

shape result_of(const operation& o, const shape* s, std::size_t count)
{
    const shape worst = *std::max_element(s, s + count);
    if (worst == shape::uniform) return shape::uniform;
    if (worst == shape::any || o.result == "mask" || o.types.back() == "mask") return shape::any;
    switch (o.how) {
    case rule::plain:
        return shape::any;
    case rule::multiply:
    case rule::multiply_add:
    case rule::widen_multiply:
    case rule::widen_multiply_add:
        return s[0] == shape::uniform || s[1] == shape::uniform ? shape::even : shape::any;
    case rule::shift_left:
        return s[1] == shape::uniform ? shape::even : shape::any;
    default:
        return shape::even;
    }
}

} // namespace

shape shape_of(const shapes& at, operand_slot o, int row)
{
    switch (o & 3) {
    case in_constants:
        return shape::uniform;
    case in_special:
        return special_shape((o & ~3u) / 128, row);
    default: {
        const auto found = at.find(o);
        return found == at.end() ? shape::any : found->second;
    }
    }
}

bool is_translated(const instruction& i, const memory_operation& m, shape of_address)
{
    if (of_address == shape::any) return false;
    switch (m.form.where) {
    case window::parameter: // within the parameters, which only a constant proves
        return m.loads && (i.operands[0] & 3) == in_constants;
    case window::shared:
        return true;
    default:
        return !i.extra;
    }
}

void step(const decoded_function& f, const instruction& i, int row, shapes& at)
{
    const access_lists a = accesses_of(i);
    if (!is_for_interpreter(f, i) && i.guard == no_operand && i.kind == flow::none) {
        if (const operation* o = find_operation(i)) {
            shape s[4];
            for (std::size_t k = 0; k < o->types.size(); ++k)
                s[k] = shape_of(at, i.operands[i.results + k], row);
            const shape r = result_of(*o, s, o->types.size());
            for (int k = 0; k < i.results; ++k)
                set(at, i.operands[k], r);
            return;
        }
        const memory_operation* const m = find_memory_operation(i);
        if (m && is_translated(i, *m, shape_of(at, i.operands[0], row))) {
            const bool same = m->loads && shape_of(at, i.operands[0], row) == shape::uniform;
            for (const operand_slot o : a.written)
                set(at, o, same ? shape::uniform : shape::any);
            return;
        }
    }
    for (const operand_slot o : a.written)
        at.erase(o);
    if (!a.known) at.clear();
}

std::vector<shapes> find_shapes(const decoded_function& f, const code_graph& g, int row)
{
    std::vector<shapes> in(g.blocks.size());
    std::vector<char> reached(g.blocks.size(), 0);
    auto meet = [&](std::uint32_t to, const shapes& from) {
        shapes wanted;
        for (const auto& [o, s] : from)
            if (g.blocks[to].live.count(o)) wanted.insert({o, s});
        if (!reached[to]) {
            reached[to] = 1;
            in[to] = std::move(wanted);
            return true;
        }
        bool changed = false;
        for (auto o = in[to].begin(); o != in[to].end();) {
            const auto other = wanted.find(o->first);
            if (other == wanted.end()) {
                o = in[to].erase(o);
                changed = true;
                continue;
            }
            if (other->second > o->second) {
                o->second = other->second;
                changed = true;
            }
            ++o;
        }
        return changed;
    };
    std::vector<std::uint32_t> waiting{0};
    reached[0] = 1;
    while (!waiting.empty()) {
        const std::uint32_t n = waiting.back();
        waiting.pop_back();
        const code_block& b = g.blocks[n];
        shapes at = in[n];
        for (std::uint32_t k = b.first; k < b.end; ++k)
            step(f, f.code[k], row, at);
        if (b.how == ending::leaves_all) at.clear();
        for (const std::uint32_t next : b.next)
            if (meet(next, at)) waiting.push_back(next);
    }
    return in;
}

} // namespace cuda_emulator::translation
