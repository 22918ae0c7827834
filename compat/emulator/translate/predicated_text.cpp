// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergent branches by if-conversion: all lanes run the code behind the branch, and a lane mask selects the results.
#include "translate/source_writer.h"

#include <algorithm>

namespace cuda_emulator::translation {

namespace {

// Up to this length, the code is cheaper than a look whether the lanes diverge, for which the pending loop would end.
constexpr std::uint32_t always_converted = 24;

std::string either(const std::string& a, const std::string& b) { return a.empty() ? b : "(" + a + ") || (" + b + ")"; }

} // namespace

const convertible_region* source_writer::region_of(std::uint32_t block) const
{
    const std::optional<convertible_region>& r = regions_[block];
    return r && has_divergent_branch(f_, graph_.blocks[block], now_, lanes_) ? &*r : nullptr;
}

bool source_writer::convert_at_once(std::uint32_t block, std::uint32_t count)
{
    if (is_unrolling() || !iteration_.empty()) return false;
    const convertible_region* const r = region_of(block);
    if (!r || r->instructions > always_converted) return false;
    if (chosen_.count(f_.code[graph_.blocks[block].end - 1].guard)) return false; // a comparison gives the lanes
    convert(graph_.blocks[block], *r, count);
    return true;
}

// The value of an operand in the region, for the pending loop.
std::string source_writer::predicated_operand(const instruction& i, const lane_function& o, int operand, bool of_masks)
{
    const std::string type = o.type(operand);
    if (!is_mask(type)) return "const " + type + " ? = " + argument(i, o, operand) + "; ";
    const std::string is_set = in_lane(i.operands[i.results + operand], type);
    return of_masks ? "const mask ? = " + is_set + " ? all : 0; " : "const bool ? = " + is_set + "; ";
}

void source_writer::predicate_one(const instruction& i, const std::string& on, const register_set& kept_slots)
{
    const lane_function& o = *translated_function(i);
    const bool gives_mask = is_mask(o.result), of_masks = gives_mask && is_mask(o.type(0));
    std::string operands;
    for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k) {
        std::string one = predicated_operand(i, o, static_cast<int>(k), of_masks);
        one.replace(one.find('?'), 1, 1, static_cast<char>('a' + k));
        operands += one;
    }
    std::string condition = on;
    if (i.guard != no_operand)
        condition =
            (on.empty() ? "" : "(" + on + ") && ") + (i.guard_invert ? "!(" : "(") + in_lane(i.guard, "mask") + ")";
    const bool selects = i.guard != no_operand || std::any_of(i.operands, i.operands + i.results,
                                                              [&](operand_slot d) { return kept_slots.count(d) != 0; });
    const std::string type = gives_mask ? "bool" : o.result, v = "v" + text_of(names_++);
    const std::string call = of_masks    ? "(" + text_of(o) + ") != 0"
                             : o.one_nan ? "canonical(" + text_of(o) + ")"
                                         : text_of(o);
    std::vector<std::string> old;
    for (int k = 0; k < i.results && selects; ++k)
        old.push_back(in_lane(i.operands[k], gives_mask ? "mask" : o.result));
    pending_ += type + " " + v + "; { " + operands + v + " = " + call + "; } ";
    std::string second = "!" + v;
    if (const lane_function* const f = i.row->second_lane) {
        second = "second_" + v;
        pending_ += "bool " + second + "; { " + operands + second + " = " + text_of(*f) + "; } ";
    }
    for (int k = 0; k < i.results; ++k) {
        std::string value = k ? second : v;
        if (selects) {
            const std::string both = "v" + text_of(names_++);
            const std::string& before = old[static_cast<std::size_t>(k)];
            // GCC does not vectorise every choice between two conditions. It vectorises bitwise operations on them.
            pending_ += "const " + type + " " + both + " = " +
                        (gives_mask ? "((" + condition + ") & " + value + ") | (!(" + condition + ") & " + before + ")"
                                    : condition + " ? " + value + " : " + before) +
                        "; ";
            value = both;
        }
        values_[i.operands[k]] = value;
        now_.erase(i.operands[k]);
    }
    ++pending_count_;
}

void source_writer::convert(const code_block& b, const convertible_region& r, std::uint32_t count)
{
    // Only these registers need their earlier values in lanes that do not run a block.
    register_set kept_slots = graph_.blocks[r.reconvergence].live;
    for (const std::uint32_t n : r.blocks)
        kept_slots.insert(graph_.blocks[n].live);
    const shapes before = now_;
    std::map<std::uint32_t, std::string> on; // the lanes that run a block
    const auto leads = [&](std::uint32_t from, const std::string& lanes) {
        const code_block& source = graph_.blocks[from];
        const instruction& last = f_.code[source.end - 1];
        if (last.kind != flow::branch || last.guard == no_operand) {
            on[source.next.front()] = either(on[source.next.front()], lanes);
            return;
        }
        const std::string jumps = "j" + text_of(names_++);
        const std::string guard = in_lane(last.guard, "mask");
        pending_ += "const bool " + jumps + " = " + (last.guard_invert ? "!(" : "(") + guard + "); ";
        const std::string also = lanes.empty() ? "" : lanes + " && ";
        on[source.next.front()] = either(on[source.next.front()], also + jumps);
        on[source.next.back()] = either(on[source.next.back()], also + "!" + jumps);
    };
    leads(graph_.block_at[b.first], "");
    std::string executed;
    std::uint32_t of_region = 0;
    for (const std::uint32_t n : r.blocks) {
        const std::string name = "on" + text_of(names_++);
        pending_ += "const bool " + name + " = " + on[n] + "; ";
        std::uint32_t counted = 0;
        for (std::uint32_t at = graph_.blocks[n].first; at < graph_.blocks[n].end; ++at) {
            counted += !f_.code[at].adapter;
            if (f_.code[at].kind != flow::branch) predicate_one(f_.code[at], name, kept_slots);
        }
        if (is_block()) {
            of_region += counted;
        } else {
            // The count of a warp is exact, because its clock shows it. GCC does not vectorise `any |= ...`.
            line("alignas(64) u32 of_" + name + "[lanes];");
            pending_ += "of_" + name + "[l] = " + name + " ? all : 0; ";
            executed += "executed += gather_mask(of_" + name + ")" + (is_path() ? " & on.of_path" : "") + " ? " +
                        text_of(counted) + " : 0; ";
        }
        leads(n, name);
    }
    chosen_.clear();
    const std::uint32_t next = graph_.blocks[r.reconvergence].first;
    line(loop_text(next, {}, " "));
    forget_pending();
    begin_waiting(next);
    line("executed += " + text_of(count + of_region) + "; " + executed);
    line(go_to(r.reconvergence));
    now_ = before;
    ++converted_;
}

} // namespace cuda_emulator::translation
