// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of divergent paths. It runs one path of a warp with a lane mask, and changes to another path where the
// interpreter would. Registers of lanes that are not on the path keep their values.
//
// All blocks are reached through one switch. GCC does not vectorise conditions inside of a loop with two entries, and
// a path may enter each block.
#include "translate/source_writer.h"

namespace cuda_emulator::translation {

std::string source_writer::set_predicate(operand_slot o, const std::string& value) const
{
    const std::string place = "R + " + text_of(o & ~3u);
    if (is_path()) return "set_predicate(" + place + ", " + value + ", on); ";
    return "*reinterpret_cast<mask*>(" + place + ") = " + value + "; ";
}

std::string source_writer::path_dispatch(const std::string& entries) const
{
    return "    path_list* const paths = w->paths;\n    running_lanes on;\n    on.become(paths->lanes);\n"
           "next:\n    UNKNOWN(pc);\n"
           "    if (pc >= paths->limit && !meets_others(paths, on, pc)) { left_at = pc; goto ends; }\n"
           "    switch (pc) {\n" +
           entries + "    default:\n        left_at = pc;\n        goto ends;\n    }\n";
}

std::string source_writer::jump(std::uint32_t n) const
{
    return "pc = " + text_of(graph_.blocks[n].first) + "; goto next;";
}

void source_writer::branch_of_path(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done,
                                   std::uint32_t count)
{
    const std::string counts = "executed += " + text_of(count) + "; ";
    if (i.guard == no_operand) {
        line(counts + go_to(b.next.front()));
        return;
    }
    const std::uint32_t there = b.next.front(), here = b.next.back();
    line("{ const mask m = " + guard(i) + ";");
    line("if (m == on.of_path) { " + counts + go_to(there) + " }");
    line("if (m == 0) { " + counts + go_to(here) + " }");
    if (const convertible_region* const region = region_of(graph_.block_at[at])) {
        convert(b, *region, count);
    } else {
        line("if (!paths->may_part) " + leave(at, done));
        register_set wanted = graph_.blocks[there].live;
        wanted.insert(graph_.blocks[here].live);
        for (const operand_slot o : wanted)
            line(put(o));
        line(counts);
        part(b);
    }
    line("}");
}

void source_writer::part(const code_block& b)
{
    line("pc = part(paths, on, m, " + text_of(graph_.blocks[b.next.front()].first) + ", " +
         text_of(graph_.blocks[b.next.back()].first) + "); goto next;");
}

void source_writer::enter_at_branch(const code_block& b, const instruction& i, std::uint32_t at)
{
    if (i.guard == no_operand || at == b.first) return;
    entered_branches_.push_back(at);
    kept_ += "    case " + text_of(at) + ": goto at_" + text_of(at) + ";\n";
    body_ += "}\nat_" + text_of(at) + ":\n{\n"; // the registers are in the register file there
    line("const mask m = " + guard(i) + ";");
    line("if (m == 0 || m == on.of_path || !paths->may_part) { left_at = pc; goto ends; }");
    line("executed += " + text_of(std::uint64_t{!i.adapter}) + ";");
    part(b);
}

bool source_writer::access_on_path(const instruction& i, const memory_operation& m, std::uint32_t at,
                                   std::uint32_t done)
{
    const access_form& form = m.form;
    const bool is_flat = form.where == window::flat && form.wide_address;
    if ((!is_flat && form.where != window::shared) || i.extra || (i.operands[0] & 3) == in_special) return false;
    m.loads ? load_on_path(i, m, at, done) : store_on_path(i, m, at, done);
    return true;
}

std::string source_writer::arguments_on_path(const instruction& i, const memory_operation& m, std::uint32_t at) const
{
    const std::string offset = text_of(static_cast<std::uint64_t>(i.immediate)) + "ull";
    const std::string common = "(w, on, " + place_of(i.operands[0]) + ", ";
    if (m.form.where == window::flat) return common + offset + ", " + text_of(range_index(i, !m.loads)) + ", v)";
    const std::string end = i.shared_high == all_of_shared ? "w->shared_size" : text_of(i.shared_high);
    return common + (m.form.wide_address ? "u64(" : "u32(") + offset + "), " + text_of(i.shared_low) + ", " + end +
           ", " + text_of(at) + ", v)";
}

void source_writer::load_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    if (values_.count(i.operands[0])) flush(at); // the addresses are read from the register file
    line(put(i.operands[0]));
    redefine(at, accesses_of(i).written);
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string otherwise = handled(i, at, done);
    const auto [list, slow] = gathered_values(i, form, at);
    const std::string types = in_memory(form) + ", " + in_register + ", " + count + ">";
    const std::string function = form.where == window::flat
                                     ? "gather_on<"
                                     : std::string("gather_shared_on<") + (form.wide_address ? "u64, " : "u32, ");
    line("{ " + in_register + "* const v[" + count + "] = {" + list + "};");
    line("if (__builtin_expect(!" + function + types + arguments_on_path(i, m, at) + ", 0)) { " + otherwise + slow +
         "} }");
    ++pending_count_;
}

void source_writer::store_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    flush(at);
    line(put(i.operands[0]));
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string list = scattered_values(i, form);
    const std::string types = in_memory(form) + ", " + in_register + ", " + count + ">";
    const std::string function = form.where == window::flat
                                     ? "scatter_on<"
                                     : std::string("scatter_shared_on<") + (form.wide_address ? "u64, " : "u32, ");
    line("{ const " + in_register + "* const v[" + count + "] = {" + list + "};");
    line("if (__builtin_expect(!" + function + types + arguments_on_path(i, m, at) + ", 0)) { " + handled(i, at, done) +
         " } }");
}

} // namespace cuda_emulator::translation
