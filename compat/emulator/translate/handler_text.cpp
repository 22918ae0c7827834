// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the interpreter's handlers, for instructions that translated code does not execute itself.
#include "translate/source_writer.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator::translation {

bool source_writer::is_for_handler(const instruction& i, const lane_function& o) const
{
    if (o.how != translated_as::scalar) return false;
    shapes behind = now_;
    transfer(f_, i, lanes_, behind);
    return shape_of(behind, i.operands[0], lanes_) == shape::any;
}

std::string source_writer::prepare(const instruction& i)
{
    const bool asks = std::any_of(std::begin(i.operands), std::end(i.operands),
                                  [](operand_slot o) { return o != no_operand && (o & 3) == in_special; });
    return i.roles == operand_roles::atomic && !asks ? "" : "w->prepare(w); ";
}

std::string source_writer::handled(const instruction& i, std::uint32_t at, std::uint32_t done)
{
    if (is_unrolling()) return give_up();
    std::string s;
    const access_lists a = accesses_of(i);
    for (const operand_slot o : a.read)
        s += put(o);
    if (!span_.empty()) {
        if (i.guard != no_operand)
            for (const operand_slot o : a.written)
                s += put(o);
        s += prepare(i);
        s += i.guard == no_operand
                 ? "{ const bool leaves = handle_some(warps, diverging, " + span_ + ", " + text_of(at) + "); "
                 : "{ bool leaves = false; EACH_WARP { ITS_PLACES if (const mask m = (diverging[warp] ^ " + span_ +
                       ") & " + guard(i) + ") leaves |= warps[warp]->handle(warps[warp], " + text_of(at) + ", m); } ";
        s += "if (__builtin_expect(leaves, 0)) ";
    } else if (i.guard == no_operand) {
        const std::string call =
            is_path() ? "w->handle(w, " + text_of(at) + ", on.of_path)" : "handle(warps, " + text_of(at) + ")";
        if (is_block())
            return s + call + "; "; // definedness tracking cannot start here: with checks on, the block has left
        s += "if (__builtin_expect(" + call + ", 0)) ";
    } else {
        for (const operand_slot o : a.written)
            s += put(o);
        s += std::string(is_block() ? "w->prepare(w); " : "") +
             "bool leaves = false; EACH_WARP { ITS_PLACES if (const mask p = " + guard(i) +
             ") leaves |= warps[warp]->handle(warps[warp], " + text_of(at) + ", p); } ";
        if (is_block()) return s;
        s += "if (__builtin_expect(leaves, 0)) ";
    }
    // A load may run twice, so the block may leave at the start of the pending loop.
    if (span_.empty() && i.roles == operand_roles::load && !(pending_.empty() && values_.empty()))
        return s + leave_or_begin(at, done);
    // The handler has started definedness tracking. The interpreter continues after the instruction, with its results
    // in the register file.
    const shapes before = now_;
    transfer(f_, i, lanes_, now_);
    for (const operand_slot o : a.written)
        now_.erase(o);
    s += span_.empty() ? leave(at + 1, done + !i.adapter, a.written) : leave_span(at + 1, a.written) + " }";
    now_ = before;
    return s;
}

void source_writer::handle(const instruction& i, std::uint32_t at, std::uint32_t done)
{
    stops_unrolling_ = true;
    flush(at);
    if (handled_.empty() || handled_.back() != i.line) handled_.push_back(i.line);
    // The results of atomics would show that a block's warps run side by side.
    const std::string may_leave = is_block() && has_atomic_result(i) ? leave(at, done)
                                  : may_be_found(i)                  ? leave_if_watched(at, done)
                                                                     : "";
    if (i.guard == no_operand || !span_.empty()) {
        // If only warp 0 runs the atomic, no finding of another warp can precede its own.
        const bool is_alone = !span_.empty() && is_plain_atomic(i);
        line((is_alone ? "if (last_thread >= lanes) { " + may_leave + "} " : may_leave) + handled(i, at, done));
    } else {
        for (const operand_slot o : accesses_of(i).written)
            line(put(o));
        line("{ mask p = 0; EACH_WARP { ITS_PLACES p |= " + guard(i) + "; }");
        line("if (p) { " + may_leave + handled(i, at, done) + " } }");
    }
}

} // namespace cuda_emulator::translation
