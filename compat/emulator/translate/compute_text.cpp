// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What computes: on bases and steps where registers are even, by a loop over the lanes where not, on whole predicates.
#include "translate/source_writer.h"

#include <algorithm>

namespace cuda_emulator::translation {

std::string source_writer::waits(const instruction& i, const operation& o, const std::string& type,
                                 const std::string& expression)
{
    // Arithmetic makes one NaN of every NaN, so it may have whichever one its operands are: they need not be made that
    // one before it, and mostly nobody else asks for them.
    std::string operands;
    for (std::size_t k = 0; k < o.types.size(); ++k) {
        std::string from = in_lane(i.operands[i.results + k], o.types[k]);
        const auto pending = values_.find(i.operands[i.results + k]);
        if (o.one_nan && pending != values_.end())
            if (const auto raw = before_one_nan_.find(pending->second); raw != before_one_nan_.end())
                from = raw->second;
        operands += std::string("const ") + (o.types[k] == "mask" ? "bool" : o.types[k]) + " " + char('a' + k) + " = " +
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

void source_writer::compute(const instruction& i, const operation& o, std::uint32_t at, std::uint32_t done)
{
    const operand_slot* const from = i.operands + i.results;
    shapes behind = now_;
    step(f_, i, lanes_, behind);
    const operand_slot d = i.operands[0];
    if (o.result == "mask") {
        masks(i, o, behind, at);
        return;
    }
    const int bytes = bytes_of(o.result);
    const shape result = shape_of(behind, d, lanes_);
    if (result == shape::any) {
        const std::string v = waits(i, o, o.result, o.expression);
        values_[d] = v;
        return;
    }
    redefine(at, {d});
    const std::string name = text_of(d & ~3u), u = unsigned_of(bytes);
    if (result == shape::uniform) {
        std::string s = "{ ";
        for (std::size_t k = 0; k < o.types.size(); ++k)
            s += std::string("const ") + (o.types[k] == "mask" ? "bool" : o.types[k]) + " " + char('a' + k) + " = " +
                 (o.types[k] == "mask" ? predicate(from[k]) + " & 1"
                                       : "bits<" + o.types[k] + ">(" + even(from[k], bytes_of(o.types[k])).base + ")") +
                 "; ";
        line(s + "b" + name + " = bits<" + u + ">(" + o.result + "(" +
             (o.one_nan ? "canonical(" + o.expression + ")" : o.expression) + ")); }");
        return;
    }
    steps(i, o, name, u, at, done);
}

void source_writer::steps(const instruction& i, const operation& o, const std::string& name, const std::string& u,
                          std::uint32_t at, std::uint32_t done)
{
    const operand_slot* const from = i.operands + i.results;
    even_value v[3];
    for (std::size_t k = 0; k < o.types.size(); ++k)
        v[k] = even(from[k], bytes_of(o.types[k]));
    auto set = [&](const std::string& b, const std::string& s, const std::string& t) {
        line("{ const " + u + " b = " + u + "(" + b + "), s = " + u + "(" + s + "), t = " + u + "(" + t + "); b" +
             name + " = b; s" + name + " = s; t" + name + " = t; }");
    };
    auto both = [](const std::string& a, const char* op, const std::string& b) {
        return "(" + a + ") " + op + " (" + b + ")";
    };
    const bool first_is_even = shape_now(from[0]) == shape::even;
    const even_value& factor = first_is_even ? v[1] : v[0]; // the uniform one
    const even_value& other = first_is_even ? v[0] : v[1];
    switch (o.how) {
    case rule::move:
        set(v[0].base, v[0].across, v[0].along);
        break;
    case rule::narrow:
        set(v[0].base, v[0].across, v[0].along);
        break;
    case rule::add:
    case rule::subtract: {
        const char* const op = o.how == rule::add ? "+" : "-";
        set(both(v[0].base, op, v[1].base), both(v[0].across, op, v[1].across), both(v[0].along, op, v[1].along));
        break;
    }
    case rule::negate:
        set("0 - " + v[0].base, "0 - " + v[0].across, "0 - " + v[0].along);
        break;
    case rule::multiply:
    case rule::multiply_add: {
        auto part = [&](const std::string& of, const std::string& c) {
            return "(" + of + ") * (" + factor.base + ")" + (o.how == rule::multiply ? "" : " + (" + c + ")");
        };
        set(part(other.base, v[2].base), part(other.across, v[2].across), part(other.along, v[2].along));
        break;
    }
    case rule::shift_left: {
        auto part = [&](const std::string& of) {
            return "(" + v[1].base + ") > " + text_of(static_cast<unsigned>(8 * bytes_of(o.result) - 1)) + " ? " + u +
                   "(0) : " + u + "(" + of + ") << (" + v[1].base + ")";
        };
        set(part(v[0].base), part(v[0].across), part(v[0].along));
        break;
    }
    default: { // the wide ones: exact where the narrow value does not wrap
        const bool is_signed = o.types[0] == "i32";
        const bool multiplies = o.how != rule::widen;
        const even_value& narrow = multiplies ? other : v[0];
        const std::string wide = is_signed ? "u64(i64(i32(" : "u64(i64(u32(";
        line("if (__builtin_expect(!stays_" + std::string(is_signed ? "signed(" : "unsigned(") + narrow.base + ", " +
             narrow.across + ", " + narrow.along + "), 0)) " + (span_.empty() ? leave(at, done) : leave_span(at)));
        auto part = [&](const std::string& of, bool is_step, const std::string& c) {
            // Steps go down as well as up, whatever the value's type.
            std::string s = (is_step ? "u64(i64(i32(" : wide) + of + ")))";
            if (multiplies) s += " * " + wide + factor.base + ")))";
            if (o.how == rule::widen_multiply_add) s += " + (" + c + ")";
            return s;
        };
        set(part(narrow.base, false, v[2].base), part(narrow.across, true, v[2].across),
            part(narrow.along, true, v[2].along));
        break;
    }
    }
}

bool source_writer::compare_equal(const instruction& i, const operation& o, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    if (o.types.size() != 2 || (o.types[0] != "i32" && o.types[0] != "u32") || !may_have_spans()) return false;
    const bool differs = o.expression == "a != b";
    if ((!differs && o.expression != "a == b") || are_turns() || !is_for_branch(i, at)) return false;
    const bool first = shape_now(from[0]) == shape::even;
    if (shape_now(from[first ? 0 : 1]) != shape::even || shape_now(from[first ? 1 : 0]) != shape::uniform) return false;
    const even_value v = even(from[first ? 0 : 1], 4), c = even(from[first ? 1 : 0], 4);
    redefine(at, {i.operands, i.operands + i.results});
    const std::string name = choose(i, at),
                      call = "threads_where_equal(" + v.base + ", " + v.across + ", " + c.base + ")";
    line("const span_of_threads " + name + " = " + (differs ? "all_but(" + call + ")" : call) + ";");
    std::string s = "if (!" + name + ".is_one) { const u32 a = " + v.base + ", s = " + v.across + ", t = " + v.along +
                    ", b = " + c.base +
                    "; EACH_WARP { ITS_PLACES alignas(32) u8 m[lanes]; EACH_ROW { EACH_LANE { LANE m[l] = "
                    "in_lane<u32>(a, s, t, row, column) " +
                    (differs ? "!=" : "==") + " b ? 0xff : 0; } } ";
    for (int k = 0; k < i.results; ++k)
        s += "*reinterpret_cast<mask*>(R + " + text_of(i.operands[k] & ~3u) + ") = " + (k ? "~" : "") +
             "gather_mask(m); ";
    line(s + "} }");
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
        if (between.kind != flow::none || between.guard != no_operand || !find_operation(between)) return false;
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
    const std::string name = "c" + text_of(at) + turn_;
    for (int k = 0; k < i.results; ++k)
        chosen_[i.operands[k]] = {name, k != 0};
    return name;
}

bool source_writer::compare_ends(const instruction& i, const operation& o, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    if (o.types.size() != 2 || (o.types[0] != "i32" && o.types[0] != "u32")) return false;
    if (o.expression.find_first_of("<>") == std::string::npos) return false;
    const shape a = shape_now(from[0]), b = shape_now(from[1]);
    const bool first = a == shape::even && b == shape::uniform;
    if (!first && !(a == shape::uniform && b == shape::even)) return false;
    const even_value v = even(from[first ? 0 : 1], 4), c = even(from[first ? 1 : 0], 4);
    redefine(at, {i.operands, i.operands + i.results});
    const std::string t = o.types[0], parameters = first ? t + " a, " + t + " b" : t + " b, " + t + " a";
    const std::string values =
        v.base + ", " + v.across + ", " + v.along + ", " + c.base + ", [](" + parameters + ") { return ";
    if (are_turns()) {
        const std::string call = "const bool is_so = holds_in_all<" + t + ">(" + values;
        go_on_if(i, call + o.expression + "; });", call + "!(" + o.expression + "); });");
        return true;
    }
    std::string s = "{ ";
    if (is_for_branch(i, at)) {
        const std::string name = choose(i, at);
        line("const span_of_threads " + name + " = threads_where<" + t + ">(" + values + o.expression + "; });");
        s = "if (!" + name + ".is_one) { ";
    }
    s += "mask m[WARPS]; compare<" + t + ">(m, " + values + o.expression + "; }); EACH_WARP { ITS_PLACES ";
    for (int k = 0; k < i.results; ++k)
        s += "*reinterpret_cast<mask*>(R + " + text_of(i.operands[k] & ~3u) + ") = " + (k ? "~" : "") + "m[warp]; ";
    line(s + "} }");
    return true;
}

void source_writer::masks(const instruction& i, const operation& o, const shapes& behind, std::uint32_t at)
{
    const operand_slot* const from = i.operands + i.results;
    const bool of_masks = o.types[0] == "mask";
    const bool uniform = shape_of(behind, i.operands[0], lanes_) == shape::uniform;
    if (!of_masks && !uniform && (compare_ends(i, o, at) || compare_equal(i, o, at))) return;
    if (are_turns()) {
        if (of_masks || !uniform) {
            stops_turns_ = true;
            return;
        }
        std::string operands;
        for (std::size_t k = 0; k < o.types.size(); ++k)
            operands += "const " + o.types[k] + " " + char('a' + k) + " = bits<" + o.types[k] + ">(" +
                        even(from[k], bytes_of(o.types[k])).base + "); ";
        go_on_if(i, operands + "const bool is_so = " + o.expression + ";",
                 operands + "const bool is_so = !(" + o.expression + ");");
        return;
    }
    if (uniform && !of_masks && is_for_branch(i, at)) {
        redefine(at, {i.operands, i.operands + i.results});
        const std::string name = choose(i, at);
        std::string operands;
        for (std::size_t k = 0; k < o.types.size(); ++k)
            operands += "const " + o.types[k] + " " + char('a' + k) + " = bits<" + o.types[k] + ">(" +
                        even(from[k], bytes_of(o.types[k])).base + "); ";
        line("span_of_threads " + name + "; { " + operands + name + " = {true, 0, " + o.expression +
             " ? threads - 1 : -1}; }");
        return;
    }
    if (!of_masks && !uniform) {
        const std::string v = waits(i, o, "bool", o.expression);
        values_[i.operands[0]] = v;
        if (i.results > 1) values_[i.operands[1]] = "!" + v;
        return;
    }
    // Masks as a whole.
    for (std::size_t k = 0; of_masks && k < o.types.size(); ++k)
        if (values_.count(from[k])) {
            flush(at);
            break;
        }
    std::string s = "EACH_WARP { ITS_PLACES ";
    for (std::size_t k = 0; k < o.types.size(); ++k)
        s += "const " + o.types[k] + " " + char('a' + k) + " = " +
             (of_masks ? predicate(from[k])
                       : "bits<" + o.types[k] + ">(" + even(from[k], bytes_of(o.types[k])).base + ")") +
             "; ";
    s += of_masks ? "const mask m = " + o.expression + "; " : "const mask m = " + o.expression + " ? all : 0; ";
    redefine(at, {i.operands, i.operands + i.results});
    for (int k = 0; k < i.results; ++k)
        s += "*reinterpret_cast<mask*>(R + " + text_of(i.operands[k] & ~3u) + ") = " + (k ? "~m" : "m") + "; ";
    line(s + "}");
}

} // namespace cuda_emulator::translation
