// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of shared memory whose addresses are not affine, as with swizzled or sorted indices. One pass over the
// addresses of all threads, or of those behind a branch, checks them. The copy is a loop over the lanes.
#include "translate/source_writer.h"

namespace cuda_emulator::translation {

bool source_writer::may_gather_shared(const instruction& i, const memory_operation& m) const
{
    return m.form.where == window::shared && !is_unrolling() && (i.operands[0] & 3) == in_registers;
}

std::string source_writer::active_lanes() const
{
    return span_.empty() ? "every_lane{}" : "lanes_of_span{diverging, " + span_ + "}";
}

// Declares the offsets of all threads.
std::string source_writer::places_of(const instruction& i, const memory_operation& m, std::uint32_t at) const
{
    const std::string type = m.form.wide_address ? "u64" : "u32";
    return "const shared_places<" + type + "> at" + text_of(at) + "(registers, " + text_of(i.operands[0] & ~3u) + ", " +
           type + "(" + text_of(static_cast<std::uint64_t>(i.immediate)) + "ull), " + active_lanes() + ");";
}

std::string source_writer::gathered_shared(const instruction& i, const memory_operation& m, std::uint32_t at) const
{
    const std::string end = i.shared_high == all_of_shared ? "w->shared_size" : text_of(i.shared_high);
    // For speculative loads the check needs the lanes that use the result.
    return (i.extra ? (is_block() ? "!w->watched && " : "!w->noted && ") : "") +
           std::string(m.loads ? "may_gather_shared" : "may_scatter_shared") + "(w, at" + text_of(at) + ", " +
           active_lanes() + ", " + text_of(static_cast<unsigned>(m.form.bytes * m.form.count)) + ", " + text_of(at) +
           ", " + text_of(i.shared_low) + ", " + end + ")";
}

void source_writer::gather_shared(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
{
    const access_form& form = m.form;
    // The addresses are read from the register file, and so are the predicates of a speculative load.
    if (i.extra || values_.count(i.operands[0])) flush(at);
    redefine(at, accesses_of(i).written);
    const std::string here = text_of(at), in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string otherwise = leave_if_watched(at, done) + handled(i, at, done);
    const auto [list, slow] = gathered_values(i, form, at);
    line("{ " + places_of(i, m, at));
    line("if (__builtin_expect(" + gathered_shared(i, m, at) + ", 1)) { " + in_register + "* const v[" + count +
         "] = {" + list + "}; gather_shared<" + in_memory(form) + ", " + in_register + ", " + count +
         ">(w->shared, at" + here + ".offset, " + active_lanes() + ", v); }");
    line("else { " + otherwise + slow + "} }");
    ++pending_count_;
}

void source_writer::scatter_shared(const instruction& i, const memory_operation& m, std::uint32_t at,
                                   std::uint32_t done)
{
    const access_form& form = m.form;
    flush(at);
    const std::string here = text_of(at), in_register = in_register_of(form), count = std::to_string(form.count);
    const std::string list = scattered_values(i, form);
    line("{ " + places_of(i, m, at));
    line("if (__builtin_expect(" + gathered_shared(i, m, at) + ", 1)) { EACH_WARP { ITS_PLACES const " + in_register +
         "* const v[" + count + "] = {" + list + "}; scatter_shared<" + in_memory(form) + ", " + in_register + ", " +
         count + ">(w->shared, at" + here + ".offset + warp * lanes, " + active_lanes() + "[warp], v); } }");
    line("else { " + leave_if_watched(at, done) + handled(i, at, done) + " } }");
}

} // namespace cuda_emulator::translation
