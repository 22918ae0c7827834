// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of global memory whose addresses are not affine, as in a[b[i]]. One check covers the addresses of all
// threads, and the copy is a loop over the lanes.
#include "translate/source_writer.h"

namespace cuda_emulator::translation {

bool source_writer::may_gather(const instruction& i, const memory_operation& m) const
{
    return m.form.where == window::flat && m.form.wide_address && !i.extra && span_.empty() && !is_unrolling() &&
           (i.operands[0] & 3) == in_registers;
}

source_writer::gathered_lists source_writer::gathered_values(const instruction& i, const access_form& form,
                                                             std::uint32_t at)
{
    gathered_lists lists;
    for (int k = 0; k < form.count; ++k) {
        const operand_slot d = i.operands[1 + k];
        const std::string x = "x" + text_of(at) + "_" + std::to_string(k);
        lists.arrays += (k ? ", " : "") + (d == no_operand ? std::string("nullptr") : x);
        if (d == no_operand) continue;
        line("alignas(64) " + in_register_of(form) + " " + x + "[threads];");
        lists.collected += collect(x, d); // the slot may be reused by then
        values_[d] = x + "[thread]";
    }
    return lists;
}

std::string source_writer::scattered_values(const instruction& i, const access_form& form)
{
    std::string list;
    for (int k = 0; k < form.count; ++k) {
        const operand_slot from = i.operands[1 + k];
        line(put(from));
        if (is_block() && (from & 3) == in_special) line("w->prepare(w);");
        list += (k ? ", " : "") + ("reinterpret_cast<const " + in_register_of(form) + "*>(" + place_of(from) + ")");
    }
    return list;
}

std::string source_writer::gathered(const instruction& i, const memory_operation& m, std::uint32_t at) const
{
    const std::string bytes = text_of(static_cast<unsigned>(m.form.bytes * m.form.count));
    return std::string(m.loads ? "may_gather" : "may_scatter") + "(w, registers, " + text_of(i.operands[0] & ~3u) +
           ", " + text_of(static_cast<std::uint64_t>(i.immediate)) + "ull, " + text_of(range_index(i, !m.loads)) +
           ", " + bytes + ", " + text_of(at) + ")";
}

void source_writer::gather(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    if (values_.count(i.operands[0])) flush(at); // the addresses are read from the register file
    redefine(at, accesses_of(i).written);
    const std::string here = text_of(at), in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string otherwise = leave_if_watched(at, done) + handled(i, at, done);
    const auto [list, slow] = gathered_values(i, form, at);
    line("if (__builtin_expect(" + gathered(i, m, at) + ", 1)) { " + in_register + "* const v[" + count + "] = {" +
         list + "}; gather<" + in_memory(form) + ", " + in_register + ", " + count + ">(registers, " +
         text_of(i.operands[0] & ~3u) + ", " + text_of(static_cast<std::uint64_t>(i.immediate)) + "ull, v); }");
    line("else { " + otherwise + slow + "}");
    ++pending_count_;
}

void source_writer::scatter(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    flush(at);
    const std::string in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string list = scattered_values(i, form);
    line("if (__builtin_expect(" + gathered(i, m, at) + ", 1)) { EACH_WARP { ITS_PLACES const " + in_register +
         "* const v[" + count + "] = {" + list + "}; scatter<" + in_memory(form) + ", " + in_register + ", " + count +
         ">(R, " + text_of(i.operands[0] & ~3u) + ", " + text_of(static_cast<std::uint64_t>(i.immediate)) +
         "ull, v); } }");
    line("else { " + leave_if_watched(at, done) + handled(i, at, done) + " }");
}

} // namespace cuda_emulator::translation
