// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores to affine addresses. If the pending loop holds the value and the elements are adjacent, the loop writes them
// to memory directly.
#include "translate/source_writer.h"

namespace cuda_emulator::translation {

// Not possible if the value is live afterwards, or if the addresses of the loop's loads are unknown.
bool source_writer::may_store_in_loop(const instruction& i, const memory_operation& m, std::uint32_t at)
{
    const access_form& form = m.form;
    const operand_slot from = i.operands[1];
    if (is_local(form)) return false;
    const strided_shape strides = strided_shape_of(now_, i.operands[0], lanes_);
    return has_rows() && form.count == 1 && in_memory(form) == in_register_of(form) && values_.count(from) &&
           !loads_unknown_ && strides.across && *strides.across == static_cast<unsigned>(form.bytes) &&
           !wanted_at(at + 1).count(from);
}

void source_writer::store(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    const std::string in_register = in_register_of(form), count = std::to_string(form.count), from = base_of(form);
    const std::string may = may_access(i, m, at);
    const bool is_span = !span_.empty();
    auto by_warps = [&](const std::string& here) {
        std::string list, places;
        bool in_files = true;
        for (int k = 0; k < form.count; ++k) {
            const operand_slot o = i.operands[1 + k];
            in_files &= (o & 3) == in_registers;
            places += (k ? ", " : "") + text_of(o & ~3u);
            list += (k ? ", " : "") + ("reinterpret_cast<const " + in_register + "*>(" + place_of(o) + ")");
        }
        const std::string types =
            "<" + in_memory(form) + ", " + in_register + ", " + count + ">(" + from + ", at" + here;
        if (in_files)
            return (is_span ? "store_span" + types + ", first_thread, last_thread" : "store" + types) +
                   ", registers, {" + places + "});";
        return "EACH_WARP { ITS_PLACES const " + in_register + "* const v[" + count + "] = {" + list + "}; store_warp" +
               (is_span ? "_span" : "") + types + ", warp, " + (is_span ? "FROM_LANE, TO_LANE, " : "") + "v); }";
    };
    auto otherwise = [&] { return (may == "true" ? "" : leave_if_watched(at, done)) + handled(i, at, done); };
    if (!may_store_in_loop(i, m, at)) {
        flush(at);
        const std::string here = reach(i, m, at);
        for (int k = 0; k < form.count; ++k) {
            line(put(i.operands[1 + k])); // constants have 32 copies, too
            if (is_block() && (i.operands[1 + k] & 3) == in_special) line("w->prepare(w);");
        }
        line("if (__builtin_expect(" + may + ", 1)) {");
        line(by_warps(here));
        line("} else { " + otherwise() + " }");
        return;
    }
    const operand_slot value = i.operands[1];
    const std::string here = reach(i, m, at), x = "x" + here, d = "d" + here, along = d + "_along", s = "s" + here;
    const std::string to = from + " + at" + here + ".base", bytes = text_of(static_cast<unsigned>(form.bytes));
    std::string apart;
    for (const load& l : loads_)
        apart += " && " + std::string(l.is_row ? "is_own_or_apart" : "is_apart") + "<" + bytes + ", " +
                 text_of(static_cast<unsigned>(l.bytes)) + ">(" + to + ", at" + here + ".along, " + l.from + ", " +
                 l.along + ", first_thread, last_thread)";
    // If source and destination may overlap, the loop writes to a buffer. An ordinary store copies the buffer.
    line("alignas(64) " + in_register + " " + x + "[threads]; char* " + d + " = reinterpret_cast<char*>(" + x +
         "); i64 " + along + " = ROW * " + bytes + ";");
    line("const bool may" + here + " = " + may + ";");
    line("if (__builtin_expect(may" + here + apart + ", 1)) { " + d + " = " + to + "; " + along + " = at" + here +
         ".along; }");
    pending_rows_ +=
        in_register + "* const " + s + " = reinterpret_cast<" + in_register + "*>(" + d + " + row * " + along + "); ";
    line(loop_text(at, {value}, s + "[column] = bits<" + in_register + ">(" + values_.at(value) + "); "));
    forget_pending();
    begin_waiting(at);
    line("if (__builtin_expect(" + d + " == reinterpret_cast<char*>(" + x + "), 0)) {");
    line("EACH_WARP { ITS_PLACES EACH_ROW { EACH_LANE { LANE reinterpret_cast<" + in_register + "*>(" +
         place_of(value) + ")[l] = " + x + "[thread]; } } }");
    line("if (may" + here + ") {");
    line(by_warps(here));
    line("} else { " + otherwise() + " }");
    line("}");
}

} // namespace cuda_emulator::translation
