// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exits to the interpreter. Live registers are spilled first.
#include "translate/source_writer.h"

#include <utility>

namespace cuda_emulator::translation {

std::string source_writer::put(operand_slot o, const std::string& function)
{
    if (const auto c = chosen_.find(o); c != chosen_.end())
        return "put_masks(registers, " + text_of(o & ~3u) + ", " +
               (c->second.is_other ? "all_but(" + c->second.span + ")" : c->second.span) + "); ";
    if ((o & 3) != in_registers || shape_now(o) == shape::any || is_predicate(o)) return {};
    const std::string name = text_of(o & ~3u);
    const affine_value v = affine(o, width(o));
    if (is_path()) return "put_on(on, R + " + name + ", " + v.base + "); ";
    const std::string how = function.empty() ? "put(" : function;
    return (span_.empty() || !function.empty() ? how : "put_span(first_thread, last_thread, ") + "registers, " + name +
           ", " + v.base + ", " + unsigned_of(width(o)) + "(" + v.across + "), " + unsigned_of(width(o)) + "(" +
           v.along + ")); ";
}

std::string source_writer::leave(std::uint32_t pc, std::uint32_t done, const std::vector<operand_slot>& but)
{
    if (is_unrolling()) return "{ " + give_up() + " }";
    std::string s = "{ " + loop_text(pc, but), shared;
    if (pc < f_.code.size())
        for (const operand_slot o : wanted_at(pc))
            (chosen_.count(o) || !span_.empty() ? s : shared) += put(o);
    return s + leave_by(shared, done, pc) + " }";
}

std::string source_writer::leave_by(const std::string& puts, std::uint32_t done, std::uint32_t pc)
{
    const auto [exit, is_new] = exits_.emplace(puts, exits_.size());
    return "executed += " + text_of(done) + "; left_at = " + text_of(pc) + "; goto exit_" + text_of(exit->second) + ";";
}

std::string source_writer::exits() const
{
    std::string text;
    for (const auto& [puts, number] : exits_)
        text += "exit_" + text_of(number) + ": " + puts + "goto ends;\n";
    if (is_path()) text += "ends: __attribute__((unused));\n    paths->lanes = on.of_path;\n";
    return text + (is_path() ? "" : "ends: __attribute__((unused));\n") +
           "    w->executed = executed;\n    return left_at;\n";
}

bool source_writer::may_be_found(const instruction& i)
{
    return i.roles < operand_roles::computation || i.roles > operand_roles::shuffle;
}

// An atomic on global memory that orders no other access.
bool source_writer::is_plain_atomic(const instruction& i)
{
    return i.roles == operand_roles::atomic && i.order <= memory_order::relaxed && i.access.space == ptx::space::global;
}

std::string source_writer::leave_if_watched(std::uint32_t at, std::uint32_t done)
{
    if (!is_block() || is_unrolling()) return {};
    const std::string if_watched = "if (__builtin_expect(w->watched, 0)) ";
    return if_watched + (span_.empty() ? leave_or_begin(at, done) : leave_span(at)) + " ";
}

std::string source_writer::leave_or_begin(std::uint32_t at, std::uint32_t done)
{
    if (is_unrolling() || (pending_.empty() && values_.empty())) return leave(at, done);
    if (!waiting_.leaves.empty()) return waiting_.leaves;
    waiting_.is_left = true;
    return "goto leave_" + text_of(waits_) + ";";
}

void source_writer::begin_waiting(std::uint32_t pc)
{
    const waiting past = std::exchange(waiting_, {});
    if (past.is_left) {
        std::string remember, restore;
        for (const operand_slot o : past.changed)
            for (const char* letter : {"b", "s", "t"}) {
                const std::string name = letter + text_of(o & ~3u);
                remember += "was_" + name + " = " + name + "; ";
                restore += name + " = was_" + name + "; ";
            }
        remembered_.insert(past.changed.begin(), past.changed.end());
        if (!remember.empty()) body_.insert(past.begin, "    " + remember + "\n");
        const shapes now = std::exchange(now_, past.there);
        const auto chosen_now = std::exchange(chosen_, {}); // the comparison has not run at that point
        behind_ += "leave_" + text_of(waits_) + ": { " + restore + leave(past.pc, past.done) + " }\n";
        now_ = now;
        chosen_ = chosen_now;
    }
    ++waits_;
    waiting_.begin = body_.size();
    waiting_.pc = pc;
    waiting_.done = done_;
    waiting_.there = now_;
}

} // namespace cuda_emulator::translation
