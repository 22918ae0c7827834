// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads from affine addresses: one check and one copy of memory serve all lanes.
#include "translate/source_writer.h"

#include <algorithm>

namespace cuda_emulator::translation {

std::string source_writer::collect(const std::string& to, operand_slot from)
{
    return " collect(" + to + ", registers, " + text_of(from & ~3u) + "); ";
}

std::string source_writer::may_access(const instruction& i, const memory_operation& m, std::uint32_t at) const
{
    const access_form& form = m.form;
    const std::string bytes = text_of(static_cast<unsigned>(form.bytes * form.count));
    const std::string span =
        "(w, at" + text_of(at) + iteration_ + (span_.empty() ? ", " : ", first_thread, last_thread, ");
    if (form.where == window::shared) {
        // For a variable of known size, the bounds lie within the block's shared memory.
        const std::string end = i.shared_high == all_of_shared ? "w->shared_size" : text_of(i.shared_high);
        // For speculative loads the check needs the lanes that use the result.
        return (i.extra ? (is_block() ? "!w->watched && " : "!w->noted && ") : "") +
               std::string(m.loads ? "may_load_shared" : "may_store_shared") + span + bytes + ", " + text_of(at) +
               ", " + text_of(i.shared_low) + ", " + end + ")";
    }
    if (form.where == window::local)
        return "may_access_local" + span + bytes + (form.wide_address ? ", !w->checks)" : ", false)");
    if (form.where != window::flat) return "true";
    return std::string(m.loads ? "may_read" : "may_write") + span + text_of(range_index(i, !m.loads)) + ", " + bytes +
           ", " + text_of(at) + ")";
}

std::string source_writer::place_of(operand_slot o)
{
    const char* const where = (o & 3) == in_special ? "X" : (o & 3) == in_constants ? "C" : "R";
    return std::string(where) + " + " + text_of(o & ~3u);
}

std::string source_writer::base_of(const access_form& form)
{
    return form.where == window::shared      ? "w->shared"
           : form.where == window::parameter ? "w->parameters"
                                             : "static_cast<char*>(nullptr)";
}

std::string source_writer::in_memory(const access_form& form)
{
    return form.sign_extends ? "i8" : unsigned_of(form.bytes);
}

std::string source_writer::in_register_of(const access_form& form)
{
    return form.sign_extends ? "i16" : unsigned_of(std::max(2, form.bytes));
}

std::string source_writer::reach(const instruction& i, const memory_operation& m, std::uint32_t at)
{
    const std::string offset = text_of(static_cast<std::uint64_t>(i.immediate)), here = text_of(at) + iteration_;
    if (m.form.where == window::frame) {
        line("const reach at" + here + " = in_stacks(w, {w->frame + " + offset + "ull, 0, 0});");
        return here;
    }
    const affine_value a = affine(i.operands[0], m.form.wide_address ? 8 : 4);
    const bool in_stacks = is_local(m.form);
    line("const reach at" + here + (in_stacks ? " = in_stacks(w, {" : "{") +
         (m.form.wide_address ? a.base + " + u64(" + offset + "ull), i64(" + a.across + "), i64(" + a.along + ")"
                              : "u64(u32(" + a.base + " + u32(" + offset + "ull))), i64(i32(" + a.across +
                                    ")), i64(i32(" + a.along + "))") +
         (in_stacks ? "});" : "};"));
    return here;
}

void source_writer::load_uniform(const instruction& i, const access_form& form, const load_texts& t)
{
    const int wide = std::max(2, form.bytes);
    line("if (__builtin_expect(" + t.may + ", 1)) {");
    line("const char* const p = " + t.from + " + at" + t.here + ".base;");
    for (int k = 0; k < form.count; ++k)
        if (const operand_slot d = i.operands[1 + k]; d != no_operand)
            line("{ " + t.in_memory + " v; std::memcpy(&v, p + " + text_of(static_cast<unsigned>(k * form.bytes)) +
                 ", sizeof v); b" + text_of(d & ~3u) + " = " + unsigned_of(wide) + "(" + t.in_register + "(v)); }");
    line("} else { " + t.otherwise);
    for (int k = 0; k < form.count; ++k)
        if (const operand_slot d = i.operands[1 + k]; d != no_operand)
            line("b" + text_of(d & ~3u) + " = reinterpret_cast<const " + unsigned_of(wide) + "*>(" +
                 (is_path()       ? place_of(d) + ")[on.first()];"
                  : span_.empty() ? place_of(d) + ")[0];"
                                  : "registers[from_warp] + " + text_of(d & ~3u) + ")[first_thread % lanes];"));
    line("}");
}

bool source_writer::load_rows(const instruction& i, const access_form& form, const load_texts& t)
{
    const strided_shape strides = strided_shape_of(now_, i.operands[0], lanes_);
    const operand_slot d = i.operands[1];
    if (is_local(form) || !has_rows() || form.count != 1 || t.in_memory != t.in_register || d == no_operand ||
        !strides.across || (*strides.across != 0 && *strides.across != static_cast<unsigned>(form.bytes)))
        return false;
    const std::string x = "x" + t.here, q = "q" + t.here, r = "r" + t.here;
    line(t.in_register + " " + x + "[threads]; const char* " + q + "; i64 " + x + "_along;");
    line("if (__builtin_expect(" + t.may + ", 1)) { " + q + " = " + t.from + " + at" + t.here + ".base; " + x +
         "_along = at" + t.here + ".along; }");
    // The register's slot may hold another register by the time the pending loop runs.
    line("else { " + t.otherwise + collect(x, d) + q + " = reinterpret_cast<const char*>(" + x + "); " + x +
         "_along = ROW * " + text_of(static_cast<unsigned>(form.bytes)) + "; }");
    pending_rows_ += "const " + t.in_register + "* const " + r + " = reinterpret_cast<const " + t.in_register + "*>(" +
                     q + " + row * " + x + "_along); ";
    if (*strides.across == 0) pending_rows_ += "const " + t.in_register + " " + r + "_0 = *" + r + "; ";
    values_[d] = *strides.across == 0 ? r + "_0" : r + "[column]";
    loads_.push_back({q, x + "_along", form.bytes, *strides.across != 0});
    ++pending_count_;
    return true;
}

void source_writer::load_elements(const instruction& i, const access_form& form, const load_texts& t)
{
    const bool alike = !is_local(form) && form.count == 1 && t.in_memory == t.in_register;
    std::string list, direct, slow;
    for (int k = 0; k < form.count; ++k) {
        const operand_slot d = i.operands[1 + k];
        const std::string x = "x" + t.here + "_" + std::to_string(k), p = "p" + t.here + "_" + std::to_string(k);
        list += (k ? ", " : "") + (d == no_operand ? std::string("nullptr") : x);
        if (d == no_operand) continue;
        line("alignas(64) " + t.in_register + " " + x + "[threads]; const " + t.in_register + "* " + p + " = " + x +
             ";");
        slow += collect(x, d); // the slot may be reused by then
        direct = p;
    }
    line("if (__builtin_expect(" + t.may + ", 1)) {");
    if (alike)
        line("if (ROW == threads && at" + t.here +
             ".across == " + text_of(static_cast<unsigned>(form.bytes * form.count)) + ") " + direct +
             " = reinterpret_cast<const " + t.in_register + "*>(" + t.from + " + at" + t.here + ".base); else");
    const std::string count = std::to_string(form.count);
    line("{ " + t.in_register + "* const v[" + count + "] = {" + list + "}; " +
         (span_.empty() ? "load<" : "load_span<") + t.in_memory + ", " + t.in_register + ", " + count + ">(" + t.from +
         ", at" + t.here + (span_.empty() ? "" : ", first_thread, last_thread") + ", v); }");
    line("} else { " + t.otherwise + slow + "}");
    for (int k = 0; k < form.count; ++k)
        if (const operand_slot d = i.operands[1 + k]; d != no_operand)
            values_[d] = "p" + t.here + "_" + std::to_string(k) + "[thread]";
    loads_unknown_ |= alike;
    ++pending_count_;
}

bool source_writer::access(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    const shape of_address = form.where == window::frame ? shape::uniform : shape_now(i.operands[0]);
    if (is_path() && is_local(form)) return local_on_path(i, m, at, done);
    if (is_path() && !is_uniform_load(i, m, of_address, lanes_)) return access_on_path(i, m, at, done);
    if (!is_translated(i, m, of_address)) {
        if (of_address != shape::any) return false;
        if (may_gather_shared(i, m)) {
            m.loads ? gather_shared(i, m, at, done) : scatter_shared(i, m, at, done);
            return true;
        }
        if (may_gather_local(i, m)) {
            m.loads ? gather_local(i, m, at, done) : scatter_local(i, m, at, done);
            return true;
        }
        if (!may_gather(i, m)) return false;
        m.loads ? gather(i, m, at, done) : scatter(i, m, at, done);
        return true;
    }
    // The handler's check of a speculative load reads predicates that are not operands. They must be in the register
    // file.
    if (form.where == window::shared && i.extra) flush(at);
    if (!m.loads) {
        store(i, m, at, done);
        return true;
    }
    redefine(at, accesses_of(i).written);
    load_texts t;
    t.here = reach(i, m, at);
    t.from = base_of(form);
    t.in_memory = in_memory(form);
    t.in_register = in_register_of(form);
    t.may = may_access(i, m, at);
    t.otherwise = (t.may == "true" ? "" : leave_if_watched(at, done)) + handled(i, at, done);
    if (of_address == shape::uniform && !is_local(form)) {
        load_uniform(i, form, t);
    } else if (!load_rows(i, form, t)) {
        load_elements(i, form, t);
    }
    return true;
}

} // namespace cuda_emulator::translation
