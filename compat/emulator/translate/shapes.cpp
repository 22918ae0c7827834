// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/shapes.h"

#include "machine/warp.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace cuda_emulator::translation {

namespace {

constexpr strided_shape uniform = {shape::uniform, 0, 0, 0};

strided_shape special_shape(std::uint32_t which, const lane_layout& lanes)
{
    if (!lanes.row && which <= sr_tid_z) return {};
    if (lanes.of_path && which == sr_laneid) return {};
    const int row = lanes.lanes_of_row();
    const bool one_warp = lanes.warps == 1;
    switch (which) {
    case sr_tid_x:
        return row > 1 ? strided_shape{shape::affine, 1, 0, 0} : uniform;
    case sr_tid_y:
        return row < lanes.lanes() ? strided_shape{shape::affine, 0, 1, 0} : uniform;
    case sr_laneid:
        if (one_warp) return {shape::affine, row > 1, row < warp_size ? static_cast<std::uint64_t>(row) : 0, 0};
        return row == warp_size ? strided_shape{shape::affine, 1, 0, 0} : strided_shape{};
    case sr_warpid:
        if (one_warp) return uniform;
        return row == warp_size ? strided_shape{shape::affine, 0, 1, 0} : strided_shape{};
    case sr_lanemask_eq:
    case sr_lanemask_le:
    case sr_lanemask_lt:
    case sr_lanemask_ge:
    case sr_lanemask_gt:
        return {};
    default:
        return uniform;
    }
}

void set(shapes& at, operand_slot o, const strided_shape& s)
{
    if (o == no_operand) return;
    if (s.what == shape::any) {
        at.erase(o);
    } else {
        at[o] = s;
    }
}

using known_stride = std::optional<std::uint64_t>;

std::uint64_t signed_32(std::uint64_t v) { return static_cast<std::uint64_t>(static_cast<std::int32_t>(v)); }

// The stride of a result, from the strides of its operands. It must agree with the code that
// source_writer::affine_result() emits. `factor` is the uniform operand if that operand is a constant.
known_stride stride_of(const lane_function& o, const known_stride* s, bool first_is_affine, const known_stride& factor)
{
    const known_stride& other = first_is_affine ? s[0] : s[1]; // the stride of the affine factor
    const bool is_signed = is_signed_type(o.type(0));
    auto sum = [](const known_stride& a, const known_stride& b) {
        return a && b ? known_stride(*a + *b) : known_stride();
    };
    auto product = [](const known_stride& a, const known_stride& b) {
        if (a == known_stride(0)) return a;
        return a && b ? known_stride(*a * *b) : known_stride();
    };
    switch (o.affine) {
    case affine_rule::move:
    case affine_rule::narrow:
        return s[0];
    case affine_rule::add:
    case affine_rule::add_bits:
        return sum(s[0], s[1]);
    case affine_rule::subtract:
        return sum(s[0], product(s[1], ~std::uint64_t{0}));
    case affine_rule::negate:
        return product(s[0], ~std::uint64_t{0});
    case affine_rule::multiply:
        return product(other, factor);
    case affine_rule::multiply_add:
        return sum(product(other, factor), s[2]);
    case affine_rule::shift_left:
        if (s[0] == known_stride(0)) return s[0];
        if (!s[0] || !factor) return {};
        return *factor > static_cast<unsigned>(8 * bytes_of(o.result) - 1) ? 0 : *s[0] << *factor;
    default: { // results wider than their operands
        const known_stride narrow = o.affine == affine_rule::widen ? s[0] : other;
        const known_stride wide = narrow ? known_stride(signed_32(*narrow)) : narrow;
        if (o.affine == affine_rule::widen) return wide;
        const known_stride by = factor && is_signed ? known_stride(signed_32(*factor)) : factor;
        const known_stride all = product(wide, by);
        return o.affine == affine_rule::multiply_wide ? all : sum(all, s[2]);
    }
    }
}

// The zero bits of a result, from those of its operands.
int zeros_of_result(const lane_function& o, const int* zeros, const known_stride& shift)
{
    const auto at_most = [](int n) { return std::min(n, 64); };
    switch (o.affine) {
    case affine_rule::move:
    case affine_rule::narrow:
    case affine_rule::widen:
    case affine_rule::negate:
        return zeros[0];
    case affine_rule::add:
    case affine_rule::add_bits:
    case affine_rule::subtract:
        return std::min(zeros[0], zeros[1]);
    case affine_rule::multiply:
    case affine_rule::multiply_wide:
        return at_most(zeros[0] + zeros[1]);
    case affine_rule::multiply_add:
    case affine_rule::multiply_wide_add:
        return std::min(at_most(zeros[0] + zeros[1]), zeros[2]);
    case affine_rule::shift_left:
        return shift && *shift < 64 ? at_most(zeros[0] + static_cast<int>(*shift)) : zeros[0];
    default:
        return 0;
    }
}

bool is_affine_result(const lane_function& o, const strided_shape* s)
{
    switch (o.affine) {
    case affine_rule::none:
        return false;
    case affine_rule::multiply:
    case affine_rule::multiply_add:
    case affine_rule::multiply_wide:
    case affine_rule::multiply_wide_add:
        return s[0].what == shape::uniform || s[1].what == shape::uniform;
    case affine_rule::shift_left:
        return s[1].what == shape::uniform;
    default:
        return true;
    }
}

strided_shape result_of(const decoded_function& f, const instruction& i, const lane_function& o, const strided_shape* s)
{
    const std::size_t count = static_cast<std::size_t>(o.count);
    shape worst = shape::uniform;
    known_stride constant[4];
    int zeros[4] = {};
    for (std::size_t k = 0; k < count; ++k) {
        worst = std::max(worst, s[k].what);
        zeros[k] = s[k].zeros;
        const operand_slot c = i.operands[static_cast<std::size_t>(i.results) + k];
        if ((c & 3) != in_constants) continue;
        std::uint64_t bits = 0;
        std::memcpy(&bits, f.constants + (c & ~3u), static_cast<std::size_t>(bytes_of(o.type(static_cast<int>(k)))));
        constant[k] = bits;
        zeros[k] = bits ? __builtin_ctzll(bits) : 64;
    }
    strided_shape result = uniform;
    result.zeros = is_mask(o.result) ? 0 : zeros_of_result(o, zeros, constant[1]);
    if (worst == shape::uniform) return result;
    if (worst == shape::any || is_mask(o.result) || is_mask(o.type(o.count - 1)) || !is_affine_result(o, s)) return {};
    const bool first_is_affine = s[0].what == shape::affine;
    const known_stride factor = count > 1 ? constant[first_is_affine ? 1 : 0] : known_stride();
    if (o.affine == affine_rule::add_bits && (!factor || *factor >> std::min(zeros[first_is_affine ? 0 : 1], 63)))
        return {};
    auto fit = [&](known_stride v) {
        if (v && bytes_of(o.result) < 8) *v &= (std::uint64_t{1} << 8 * bytes_of(o.result)) - 1;
        return v;
    };
    known_stride across[4], along[4];
    for (std::size_t k = 0; k < count; ++k) {
        across[k] = s[k].across;
        along[k] = s[k].along;
    }
    result.what = shape::affine;
    result.across = fit(stride_of(o, across, first_is_affine, factor));
    result.along = fit(stride_of(o, along, first_is_affine, factor));
    return result;
}

} // namespace

strided_shape strided_shape_of(const shapes& at, operand_slot o, const lane_layout& lanes)
{
    switch (o & 3) {
    case in_constants:
        return uniform;
    case in_special:
        return special_shape((o & ~3u) / 128, lanes);
    default: {
        const auto found = at.find(o);
        return found == at.end() ? strided_shape{} : found->second;
    }
    }
}

bool is_translated(const instruction& i, const memory_operation& m, shape of_address)
{
    if (of_address == shape::any) return false;
    switch (m.form.where) {
    case window::parameter: // only a constant address is certain to lie within the parameters
        return m.loads && (i.operands[0] & 3) == in_constants;
    case window::shared:
        return true;
    default:
        return !i.extra;
    }
}

bool is_uniform_load(const instruction& i, const memory_operation& m, shape of_address, const lane_layout& lanes)
{
    // The same offset in local memory is another place for each lane.
    if ((lanes.of_path && m.form.where == window::shared) || is_local(m.form)) return false;
    return m.loads && of_address == shape::uniform && is_translated(i, m, of_address);
}

void transfer(const decoded_function& f, const instruction& i, const lane_layout& lanes, shapes& at)
{
    const access_lists a = accesses_of(i);
    if (i.kind == flow::clock) return set(at, i.operands[0], uniform);
    if (!is_for_interpreter(f, i) && i.guard == no_operand && i.kind == flow::none) {
        if (const lane_function* o = translated_function(i)) {
            strided_shape s[4];
            for (std::size_t k = 0; k < static_cast<std::size_t>(o->count); ++k)
                s[k] = strided_shape_of(at, i.operands[i.results + k], lanes);
            const strided_shape r = result_of(f, i, *o, s);
            for (int k = 0; k < i.results; ++k)
                set(at, i.operands[k], r);
            return;
        }
        if (is_frame_address(i)) {
            set(at, i.operands[0], uniform);
            return;
        }
        const memory_operation* const m = find_memory_operation(i);
        if (m && is_uniform_load(i, *m, shape_of(at, i.operands[0], lanes), lanes)) {
            for (const operand_slot o : a.written)
                set(at, o, uniform);
            return;
        }
    }
    for (const operand_slot o : a.written)
        at.erase(o);
    if (!a.known) at.clear();
}

bool has_divergent_branch(const decoded_function& f, const code_block& b, const shapes& at_end,
                          const lane_layout& lanes)
{
    const instruction& i = f.code[b.end - 1];
    return i.kind == flow::branch && i.guard != no_operand && shape_of(at_end, i.guard, lanes) == shape::any;
}

std::vector<shapes> find_shapes(const decoded_function& f, const code_graph& g, const convertible_regions& regions,
                                const lane_layout& lanes)
{
    std::vector<shapes> in(g.blocks.size());
    if (lanes.of_path) return in; // a path may enter each block from the interpreter
    std::vector<char> reached(g.blocks.size(), 0);
    std::vector<std::set<operand_slot>> differs(g.blocks.size()); // the lanes come with different values
    auto meet = [&](std::uint32_t to, const shapes& from) {
        shapes wanted;
        for (const auto& [o, s] : from)
            if (g.blocks[to].live.count(o) && !differs[to].count(o)) wanted.insert({o, s});
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
            strided_shape both = o->second;
            both.what = std::max(both.what, other->second.what);
            if (both.across != other->second.across) both.across.reset();
            if (both.along != other->second.along) both.along.reset();
            both.zeros = std::min(both.zeros, other->second.zeros);
            if (both != o->second) {
                o->second = both;
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
            transfer(f, f.code[k], lanes, at);
        if (b.how == ending::leaves_all) at.clear();
        if (const auto& r = regions[n]; r && has_divergent_branch(f, b, at, lanes)) {
            const std::uint32_t to = r->reconvergence;
            differs[to].insert(r->written.begin(), r->written.end());
            if (reached[to] && meet(to, in[to])) waiting.push_back(to);
        }
        for (const std::uint32_t next : b.next)
            if (meet(next, at)) waiting.push_back(next);
    }
    return in;
}

} // namespace cuda_emulator::translation
