// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic: on bases and strides for affine registers, by a loop over the lanes for others, and on whole lane masks
// for predicates.
#include "execute/clock.h"
#include "translate/source_writer.h"

#include <algorithm>

namespace cuda_emulator::translation {

std::string source_writer::argument(const instruction& i, const lane_function& o, int operand)
{
    const operand_slot from = i.operands[i.results + operand];
    const std::string type = o.type(operand), value = in_lane(from, type);
    const bool is_hidden = o.how == translated_as::varying && !is_mask(type) && (from & 3) != in_constants &&
                           shape_now(from) == shape::uniform;
    if (!is_hidden) return value;
    const std::string u = unsigned_of(bytes_of(type));
    return "bits<" + type + ">(" + u + "(bits<" + u + ">(" + value + ") ^ reinterpret_cast<const " + u +
           "*>(cuda_emulator_translation_zeros)[l]))";
}

std::string source_writer::waits(const instruction& i, const lane_function& o, const std::string& type,
                                 const std::string& expression)
{
    // Arithmetic makes every NaN canonical, so the NaN payload of an operand does not matter. Using the raw operand
    // lets the compiler drop its canonical copy.
    std::string operands;
    for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k) {
        std::string from = argument(i, o, static_cast<int>(k));
        const auto pending = values_.find(i.operands[i.results + k]);
        if (o.one_nan && pending != values_.end())
            if (const auto raw = before_one_nan_.find(pending->second); raw != before_one_nan_.end())
                from = raw->second;
        operands += std::string("const ") + (is_mask(o.type(k)) ? "bool" : o.type(k)) + " " + char('a' + k) + " = " +
                    from + "; ";
    }
    const std::string v = "v" + text_of(names_++);
    if (o.one_nan) {
        const std::string raw = "raw_" + v;
        before_one_nan_[v] = raw;
        pending_ += type + " " + raw + "; { " + operands + raw + " = " + expression + "; } const " + type + " " + v +
                    " = canonical(" + raw + "); ";
    } else {
        pending_ += type + " " + v + "; { " + operands + v + " = " + expression + "; } ";
    }
    ++pending_count_;
    return v;
}

void source_writer::compute(const instruction& i, const lane_function& o, std::uint32_t at, std::uint32_t done)
{
    const operand_slot* const from = i.operands + i.results;
    shapes behind = now_;
    transfer(f_, i, lanes_, behind);
    const operand_slot d = i.operands[0];
    if (is_mask(o.result)) {
        masks(i, o, behind, at);
        return;
    }
    const int bytes = bytes_of(o.result);
    const shape result = shape_of(behind, d, lanes_);
    if (result == shape::any) {
        const std::string v = waits(i, o, o.result, text_of(o));
        values_[d] = v;
        return;
    }
    redefine(at, {d});
    const std::string name = text_of(d & ~3u), u = unsigned_of(bytes);
    if (result == shape::uniform) {
        std::string s = "{ ";
        for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
            s += std::string("const ") + (is_mask(o.type(k)) ? "bool" : o.type(k)) + " " + char('a' + k) + " = " +
                 (is_mask(o.type(k)) ? predicate(from[k]) + (is_path() ? " >> on.first() & 1" : " & 1")
                                     : "bits<" + o.type(k) + ">(" + affine(from[k], bytes_of(o.type(k))).base + ")") +
                 "; ";
        line(s + "b" + name + " = bits<" + u + ">(" + o.result + "(" +
             (o.one_nan ? "canonical(" + text_of(o) + ")" : text_of(o)) + ")); }");
        return;
    }
    affine_result(i, o, name, u, at, done);
}

void source_writer::clock(const instruction& i, std::uint32_t at, std::uint32_t done)
{
    const operand_slot d = i.operands[0];
    const auto form = instruction_clock(i);
    redefine(at, {d});
    line("*w->waited += " + text_of(static_cast<std::uint64_t>(i.immediate)) + "; b" + text_of(d & ~3u) + " = " +
         (form->wide ? "u64" : "u32") + "((executed + " + text_of(done + !i.adapter) + " + *w->waited) >> " +
         std::to_string(form->shift) + ");");
}

void source_writer::affine_result(const instruction& i, const lane_function& o, const std::string& name,
                                  const std::string& u, std::uint32_t at, std::uint32_t done)
{
    const operand_slot* const from = i.operands + i.results;
    affine_value v[3];
    for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
        v[k] = affine(from[k], bytes_of(o.type(k)));
    auto set = [&](const std::string& b, const std::string& s, const std::string& t) {
        line("{ const " + u + " b = " + u + "(" + b + "), s = " + u + "(" + s + "), t = " + u + "(" + t + "); b" +
             name + " = b; s" + name + " = s; t" + name + " = t; }");
    };
    auto both = [](const std::string& a, const char* op, const std::string& b) {
        return "(" + a + ") " + op + " (" + b + ")";
    };
    const bool first_is_affine = shape_now(from[0]) == shape::affine;
    const affine_value& factor = first_is_affine ? v[1] : v[0]; // the uniform factor
    const affine_value& other = first_is_affine ? v[0] : v[1];
    switch (o.affine) {
    case affine_rule::move:
        set(v[0].base, v[0].across, v[0].along);
        break;
    case affine_rule::narrow:
        set(v[0].base, v[0].across, v[0].along);
        break;
    case affine_rule::add:
    case affine_rule::add_bits:
    case affine_rule::subtract: {
        const char* const op = o.affine == affine_rule::subtract ? "-" : "+";
        set(both(v[0].base, op, v[1].base), both(v[0].across, op, v[1].across), both(v[0].along, op, v[1].along));
        break;
    }
    case affine_rule::negate:
        set("0 - " + v[0].base, "0 - " + v[0].across, "0 - " + v[0].along);
        break;
    case affine_rule::multiply:
    case affine_rule::multiply_add: {
        auto part = [&](const std::string& of, const std::string& c) {
            return "(" + of + ") * (" + factor.base + ")" + (o.affine == affine_rule::multiply ? "" : " + (" + c + ")");
        };
        set(part(other.base, v[2].base), part(other.across, v[2].across), part(other.along, v[2].along));
        break;
    }
    case affine_rule::shift_left: {
        auto part = [&](const std::string& of) {
            return "(" + v[1].base + ") > " + text_of(static_cast<unsigned>(8 * bytes_of(o.result) - 1)) + " ? " + u +
                   "(0) : " + u + "(" + of + ") << (" + v[1].base + ")";
        };
        set(part(v[0].base), part(v[0].across), part(v[0].along));
        break;
    }
    default: { // results wider than their operands: exact if the narrow value does not wrap
        const bool is_signed = is_signed_type(o.type(0));
        const bool multiplies = o.affine != affine_rule::widen;
        const affine_value& narrow = multiplies ? other : v[0];
        const std::string wide = is_signed ? "u64(i64(i32(" : "u64(i64(u32(";
        line("if (__builtin_expect(!stays_" + std::string(is_signed ? "signed(" : "unsigned(") + narrow.base + ", " +
             narrow.across + ", " + narrow.along + "), 0)) " + (span_.empty() ? leave(at, done) : leave_span(at)));
        auto part = [&](const std::string& of, bool is_stride, const std::string& c) {
            // Strides are signed, whatever the type of the value.
            std::string s = (is_stride ? "u64(i64(i32(" : wide) + of + ")))";
            if (multiplies) s += " * " + wide + factor.base + ")))";
            if (o.affine == affine_rule::multiply_wide_add) s += " + (" + c + ")";
            return s;
        };
        set(part(narrow.base, false, v[2].base), part(narrow.across, true, v[2].across),
            part(narrow.along, true, v[2].along));
        break;
    }
    }
}

std::string source_writer::operation_of(const lane_function& comparison)
{
    const std::string name = comparison.name;
    return "lane::" + name.substr(0, name.rfind("::"));
}

std::string source_writer::mask_places(const instruction& comparison)
{
    const auto place = [&](int k) { return text_of(comparison.operands[k] & ~3u); };
    return "{" + place(0) + ", " + (comparison.results > 1 ? place(1) : "no_place") + "}";
}

bool source_writer::compare_equal(const instruction& i, const lane_function& o, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    if (o.count != 2 || (bytes_of(o.type(0)) != 4) || !may_have_spans()) return false;
    const bool differs = o.affine == affine_rule::inequality;
    if ((!differs && o.affine != affine_rule::equality) || is_unrolling() || !is_for_branch(i, at)) return false;
    const bool first = shape_now(from[0]) == shape::affine;
    if (shape_now(from[first ? 0 : 1]) != shape::affine || shape_now(from[first ? 1 : 0]) != shape::uniform)
        return false;
    const affine_value v = affine(from[first ? 0 : 1], 4), c = affine(from[first ? 1 : 0], 4);
    redefine(at, {i.operands, i.operands + i.results});
    const std::string name = choose(i, at),
                      call = "threads_where_equal(" + v.base + ", " + v.across + ", " + c.base + ")";
    line("const span_of_threads " + name + " = " + (differs ? "all_but(" + call + ")" : call) + ";");
    line("if (!" + name + ".is_one) compare_equal<u32, " + operation_of(o) + ">(registers, " + mask_places(i) + ", " +
         v.base + ", " + v.across + ", " + v.along + ", " + c.base + ");");
    return true;
}

bool source_writer::is_for_branch(const instruction& i, std::uint32_t at) const
{
    const code_block& b = graph_.blocks[graph_.block_at[at]];
    const instruction& last = f_.code[b.end - 1];
    const operand_slot* const end = i.operands + i.results;
    if (!is_block() || !span_.empty() || at + 1 >= b.end || last.kind != flow::branch) return false;
    if (last.guard == no_operand || std::find(i.operands, end, last.guard) == end) return false;
    for (std::uint32_t k = at + 1; k + 1 < b.end; ++k) {
        const instruction& between = f_.code[k];
        if (between.kind != flow::none || between.guard != no_operand || !translated_function(between)) return false;
        const access_lists a = accesses_of(between);
        for (const operand_slot* o = i.operands; o != end; ++o)
            if (std::count(a.read.begin(), a.read.end(), *o) || std::count(a.written.begin(), a.written.end(), *o))
                return false;
    }
    return std::none_of(b.next.begin(), b.next.end(), [&](std::uint32_t n) {
        return std::any_of(i.operands, end, [&](operand_slot o) { return graph_.blocks[n].live.count(o) != 0; });
    });
}

std::string source_writer::choose(const instruction& i, std::uint32_t at)
{
    const std::string name = "c" + text_of(at) + iteration_;
    for (int k = 0; k < i.results; ++k)
        chosen_[i.operands[k]] = {name, k != 0};
    return name;
}

bool source_writer::compare_ends(const instruction& i, const lane_function& o, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    if (o.count != 2 || (bytes_of(o.type(0)) != 4)) return false;
    if (o.affine != affine_rule::order) return false;
    const shape a = shape_now(from[0]), b = shape_now(from[1]);
    const bool first = a == shape::affine && b == shape::uniform;
    if (!first && !(a == shape::uniform && b == shape::affine)) return false;
    const affine_value v = affine(from[first ? 0 : 1], 4), c = affine(from[first ? 1 : 0], 4);
    redefine(at, {i.operands, i.operands + i.results});
    const std::string operation = first ? operation_of(o) : "swapped<" + operation_of(o) + ">",
                      values = v.base + ", " + v.across + ", " + v.along + ", " + c.base + ");";
    if (is_unrolling()) {
        const std::string call = "const bool is_so = holds_in_all<" + o.type(0) + ", ";
        go_on_if(i, call + operation + ">(" + values, call + "negated<" + operation + ">>(" + values);
        return true;
    }
    const std::string of = "<" + o.type(0) + ", " + operation + ">(";
    std::string condition;
    if (is_for_branch(i, at)) {
        const std::string name = choose(i, at);
        line("const span_of_threads " + name + " = threads_where" + of + values);
        condition = "if (!" + name + ".is_one) ";
    }
    line(condition + "compare" + of + "registers, " + mask_places(i) + ", " + values);
    return true;
}

void source_writer::masks(const instruction& i, const lane_function& o, const shapes& behind, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    const bool of_masks = is_mask(o.type(0));
    const bool uniform = shape_of(behind, i.operands[0], lanes_) == shape::uniform;
    if (i.row->second_lane) {
        two_masks(i, uniform, at);
        return;
    }
    if (!of_masks && !uniform && (compare_ends(i, o, at) || compare_equal(i, o, at))) return;
    if (is_unrolling()) {
        if (of_masks || !uniform) {
            stops_unrolling_ = true;
            return;
        }
        std::string operands;
        for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
            operands += "const " + o.type(k) + " " + char('a' + k) + " = bits<" + o.type(k) + ">(" +
                        affine(from[k], bytes_of(o.type(k))).base + "); ";
        go_on_if(i, operands + "const bool is_so = " + text_of(o) + ";",
                 operands + "const bool is_so = !(" + text_of(o) + ");");
        return;
    }
    if (uniform && !of_masks && is_for_branch(i, at)) {
        redefine(at, {i.operands, i.operands + i.results});
        const std::string name = choose(i, at);
        std::string operands;
        for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
            operands += "const " + o.type(k) + " " + char('a' + k) + " = bits<" + o.type(k) + ">(" +
                        affine(from[k], bytes_of(o.type(k))).base + "); ";
        line("span_of_threads " + name + "; { " + operands + name + " = {true, 0, " + text_of(o) +
             " ? threads - 1 : -1}; }");
        return;
    }
    if (!of_masks && !uniform) {
        const std::string v = waits(i, o, "bool", text_of(o));
        values_[i.operands[0]] = v;
        if (i.results > 1) values_[i.operands[1]] = "!" + v;
        return;
    }
    const auto is_pending = [&](operand_slot x) { return values_.count(x) != 0; };
    if (of_masks && !uniform && std::any_of(from, from + o.count, is_pending)) {
        std::string operands;
        for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
            operands += std::string("const mask ") + char('a' + k) + " = " + in_lane(from[k], "mask") + " ? all : 0; ";
        const std::string v = "v" + text_of(names_++);
        pending_ += "bool " + v + "; { " + operands + v + " = (" + text_of(o) + ") != 0; } ";
        ++pending_count_;
        values_[i.operands[0]] = v;
        if (i.results > 1) values_[i.operands[1]] = "!" + v;
        return;
    }
    for (std::size_t k = 0; of_masks && k < static_cast<std::size_t>(o.count); ++k)
        if (values_.count(from[k])) {
            flush(at);
            break;
        }
    std::string s = "EACH_WARP { ITS_PLACES ";
    for (std::size_t k = 0; k < static_cast<std::size_t>(o.count); ++k)
        s += "const " + o.type(k) + " " + char('a' + k) + " = " +
             (of_masks ? predicate(from[k])
                       : "bits<" + o.type(k) + ">(" + affine(from[k], bytes_of(o.type(k))).base + ")") +
             "; ";
    s += of_masks ? "const mask m = " + text_of(o) + "; " : "const mask m = " + text_of(o) + " ? all : 0; ";
    redefine(at, {i.operands, i.operands + i.results});
    for (int k = 0; k < i.results; ++k)
        s += set_predicate(i.operands[k], k ? "~m" : "m");
    line(s + "}");
}

void source_writer::two_masks(const instruction& i, bool is_uniform, std::uint32_t at)
{
    stops_unrolling_ |= is_unrolling();
    const lane_function* const functions[] = {i.row->lane, i.row->second_lane};
    if (!is_uniform) {
        const std::string first = waits(i, *functions[0], "bool", text_of(*functions[0]));
        values_[i.operands[1]] = waits(i, *functions[1], "bool", text_of(*functions[1]));
        values_[i.operands[0]] = first;
        return;
    }
    redefine(at, {i.operands, i.operands + i.results});
    std::string s = "EACH_WARP { ITS_PLACES ";
    for (std::size_t k = 0; k < static_cast<std::size_t>(functions[0]->count); ++k)
        s += "const u32 " + std::string(1, char('a' + k)) + " = " + affine(i.operands[i.results + k], 4).base + "; ";
    for (int k = 0; k < i.results; ++k)
        s += set_predicate(i.operands[k], text_of(*functions[k]) + " ? all : 0");
    line(s + "}");
}

} // namespace cuda_emulator::translation
