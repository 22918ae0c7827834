// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of local memory. Each thread has a stack, and an address is an offset in it. An affine offset is an affine
// address, which memory_text.cpp and store_text.cpp treat like any other. Other offsets are in the register file.
#include "translate/source_writer.h"

#include <algorithm>

namespace cuda_emulator::translation {

std::string source_writer::local_objects() const
{
    std::vector<parameter_slot> objects = f_.objects;
    const auto is_larger = [](const parameter_slot& a, const parameter_slot& b) { return a.size > b.size; };
    std::stable_sort(objects.begin(), objects.end(), is_larger); // most accesses are of the largest
    std::string list;
    for (const parameter_slot& p : objects)
        list += "{" + text_of(p.offset) + ", " + text_of(p.size) + "}, ";
    return list.empty() ? "{0, 0}" : list;
}

void source_writer::frame_address(const instruction& i, std::uint32_t at)
{
    const operand_slot d = i.operands[0];
    redefine(at, {d});
    line("b" + text_of(d & ~3u) + " = w->frame + " + text_of(static_cast<std::uint64_t>(i.immediate)) + "ull;");
}

bool source_writer::may_gather_local(const instruction& i, const memory_operation& m) const
{
    return m.form.where == window::local && !i.extra && span_.empty() && !is_unrolling() &&
           (i.operands[0] & 3) == in_registers;
}

namespace {

// The arguments of the prelude's functions.
std::string offsets_of(const instruction& i, const memory_operation& m)
{
    return "(w, registers, " + text_of(i.operands[0] & ~3u) + ", " + (m.form.wide_address ? "u64(" : "u32(") +
           text_of(static_cast<std::uint64_t>(i.immediate)) + "ull), ";
}
std::string may_access_any(const instruction& i, const memory_operation& m)
{
    return "may_access_any_local" + offsets_of(i, m) + text_of(static_cast<unsigned>(m.form.bytes * m.form.count)) +
           ")";
}

} // namespace

void source_writer::gather_local(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    if (values_.count(i.operands[0])) flush(at); // the offsets are read from the register file
    redefine(at, accesses_of(i).written);
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string otherwise = leave_if_watched(at, done) + handled(i, at, done);
    const auto [list, slow] = gathered_values(i, form, at);
    line("if (__builtin_expect(" + may_access_any(i, m) + ", 1)) { " + in_register + "* const v[" + count + "] = {" +
         list + "}; gather_local<" + in_memory(form) + ">" + offsets_of(i, m) + "v); }");
    line("else { " + otherwise + slow + "}");
    ++pending_count_;
}

void source_writer::scatter_local(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    flush(at);
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string list = scattered_values(i, form);
    line("if (__builtin_expect(" + may_access_any(i, m) + ", 1)) { EACH_WARP { ITS_PLACES const " + in_register +
         "* const v[" + count + "] = {" + list + "}; scatter_local<" + in_memory(form) + ">(warp, " +
         offsets_of(i, m).substr(1) + "v); } }");
    line("else { " + leave_if_watched(at, done) + handled(i, at, done) + " }");
}

bool source_writer::local_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    const bool is_frame = form.where == window::frame;
    if (i.extra || (!is_frame && (i.operands[0] & 3) == in_special)) return false;
    const std::string immediate = text_of(static_cast<std::uint64_t>(i.immediate)) + "ull";
    const std::string offsets = is_frame ? "frame_offset{w->frame + " + immediate + "}"
                                         : std::string("offsets_in_register<") + (form.wide_address ? "u64" : "u32") +
                                               ">(" + place_of(i.operands[0]) + ", " + immediate + ")";
    if (!m.loads || (!is_frame && values_.count(i.operands[0]))) flush(at);
    if (!is_frame) line(put(i.operands[0]));
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string arguments = in_memory(form) + ">(w, on, " + offsets + ", v)";
    if (!m.loads) {
        const std::string list = scattered_values(i, form);
        line("{ const " + in_register + "* const v[" + count + "] = {" + list + "};");
        line("if (__builtin_expect(!scatter_local_on<" + arguments + ", 0)) { " + handled(i, at, done) + " } }");
        return true;
    }
    redefine(at, accesses_of(i).written);
    const std::string otherwise = handled(i, at, done);
    const auto [list, slow] = gathered_values(i, form, at);
    line("{ " + in_register + "* const v[" + count + "] = {" + list + "};");
    line("if (__builtin_expect(!gather_local_on<" + arguments + ", 0)) { " + otherwise + slow + "} }");
    ++pending_count_;
    return true;
}

} // namespace cuda_emulator::translation
