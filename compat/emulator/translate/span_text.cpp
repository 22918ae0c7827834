// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergent threads that are contiguous, as in each step of a tree reduction in shared memory. The loops run from the
// first to the last of them.
#include "translate/source_writer.h"

#include <utility>

namespace cuda_emulator::translation {

void source_writer::span(const short_path& w, std::uint32_t reconvergence, const std::set<operand_slot>& written,
                         std::uint32_t executed)
{
    const shapes before = now_;
    const auto chosen_by_branch =
        std::exchange(chosen_, {}); // the branch's predicates are dead or have other values here
    const int translated = translated_;
    const std::size_t handled = handled_.size();
    line("if (const span_of_threads s = span_of(diverging, " + off_path(w) + "); s.is_one) {");
    const register_set& wanted = graph_.blocks[reconvergence].live;
    for (const operand_slot o : written)
        if (wanted.count(o)) line(put(o)); // the other threads keep the value from before the span
    line("constexpr bool in_span = true;");
    line("const int first_thread = s.first, last_thread = s.last;");
    line("const int from_warp = first_thread / lanes, to_warp = last_thread / lanes + 1;");
    span_ = off_path(w);
    span_reconvergence_ = reconvergence;
    span_executed_ = executed;
    span_written_ = written;
    for (std::uint32_t at = w.block->first; at < w.block->end; ++at) {
        const instruction& i = f_.code[at];
        if (i.kind == flow::branch) continue;
        if (pending_count_ >= 48) flush(at);
        shapes behind = now_;
        transfer(f_, i, lanes_, behind);
        const lane_function* const o = i.guard == no_operand ? translated_function(i) : nullptr;
        const bool is_whole = o && is_mask(o->result); // writes whole masks
        if (is_whole) {
            handle(i, at, 0);
            for (const operand_slot d : accesses_of(i).written)
                behind.erase(d);
        } else {
            one(i, at, 0);
        }
        now_ = std::move(behind);
    }
    flush(graph_.blocks[reconvergence].first);
    for (const operand_slot o : written)
        if (wanted.count(o)) line(put(o));
    span_.clear();
    now_ = before;
    chosen_ = chosen_by_branch;
    translated_ = translated;
    handled_.resize(handled);
    line("executed += " + text_of(executed) + ";");
    line(go_to(reconvergence, written));
    line("}");
}

std::string source_writer::leave_span(std::uint32_t at, const std::vector<operand_slot>& but)
{
    const std::uint32_t others = graph_.blocks[span_reconvergence_].first;
    std::string s = "{ " + loop_text(at, but), shared;
    const register_set here = wanted_at(at);
    register_set wanted = wanted_at(others);
    wanted.insert(here);
    for (const operand_slot o : wanted) {
        if (!span_written_.count(o)) {
            (chosen_.count(o) ? s : shared) += put(o, "put(");
        } else if (here.count(o)) {
            s += put(o); // the other threads' values are in the register file
        }
    }
    return s + "stay_at(warps, diverging, " + span_ + ", " + text_of(at) + "); " +
           leave_by(shared, span_executed_, others) + " }";
}

} // namespace cuda_emulator::translation
