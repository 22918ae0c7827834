// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops of one basic block that only load and compute, such as a sum. Sums then stay in host registers, and the
// lane masks are not tested in each iteration.
//
// The conditions of all unrolled iterations but the last are tested first. They are: the loop continues, no value
// wraps, and the loads are allowed. Only affine registers have changed by then, and they are restored if a condition
// fails. The block then runs one iteration.
#include "translate/source_writer.h"

#include <utility>

namespace cuda_emulator::translation {

bool source_writer::may_unroll(const code_block& b, std::uint32_t n) const
{
    const instruction& last = f_.code[b.end - 1];
    if (last.kind != flow::branch || last.guard == no_operand || b.next.size() != 2 || b.next.front() != n)
        return false;
    if (is_for_interpreter(f_, f_.code[b.first])) return false;
    std::set<operand_slot> decided, read;
    for (std::uint32_t at = b.first; at + 1 < b.end; ++at) {
        const instruction& i = f_.code[at];
        if (i.kind != flow::none || i.guard != no_operand || is_for_interpreter(f_, i)) return false;
        const memory_operation* const m = find_memory_operation(i);
        if (m && (!m->loads || i.extra)) return false;
        if (m && m->form.where == window::shared && !is_block())
            return false; // the shared-memory check records each load
        if (!m && !translated_function(i)) return false;
        const access_lists lists = accesses_of(i);
        read.insert(lists.read.begin(), lists.read.end());
        for (const operand_slot o : lists.written)
            if (is_predicate(o) && !decided.insert(o).second) return false;
    }
    for (const operand_slot o : decided) // unrolled iterations do not write predicates to the register file
        if (read.count(o)) return false;
    return decided.count(last.guard) != 0;
}

void source_writer::go_on_if(const instruction& compare, const std::string& all, const std::string& none)
{
    const code_block& b = graph_.blocks[graph_.block_at[static_cast<std::uint32_t>(&compare - f_.code.data())]];
    const instruction& branch = f_.code[b.end - 1];
    const bool is_first = compare.operands[0] == branch.guard;
    if (!is_first && (compare.results < 2 || compare.operands[1] != branch.guard)) {
        stops_unrolling_ = true; // another predicate, which may be live
        return;
    }
    const bool inverts = branch.guard_invert != 0;
    line("{ " + (is_first != inverts ? all : none) + " if (!is_so) " + give_up() + " }");
}

// The last iteration is emitted as an ordinary block, and the pending loop runs with it. So it needs no rollback.
bool source_writer::write_unrolled(std::uint32_t n, std::uint32_t count, unsigned number)
{
    const code_block& b = graph_.blocks[n];
    stops_unrolling_ = false;
    rolled_ = label_of_rolled(n);
    for (unsigned iteration = 0; iteration + 1 < number; ++iteration) {
        iteration_ = "_" + text_of(iteration);
        for (std::uint32_t at = b.first; at + 1 < b.end; ++at) {
            one(f_.code[at], at, 0);
            if (stops_unrolling_ || pending_count_ > 48) return false;
            transfer(f_, f_.code[at], lanes_, now_);
        }
        for (const operand_slot o : b.live) {
            if (is_predicate(o) || shape_now(o) == shape::any) continue;
            const auto wanted = in_[n].find(o);
            if (wanted == in_[n].end()) return false; // the register would have to be spilled
            const affine_value have = affine(o, width(o));
            const std::string name = text_of(o & ~3u);
            if (!wanted->second.across && have.across != "s" + name) line("s" + name + " = " + have.across + ";");
            if (!wanted->second.along && have.along != "t" + name) line("t" + name + " = " + have.along + ";");
        }
        now_ = in_[n];
    }
    rolled_.clear();
    iteration_ = "_last";
    const std::string before = text_of((number - 1) * count);
    line("executed += " + before + ";");
    begin_waiting(b.first);
    waiting_.leaves = "{ executed -= " + before + "; goto " + label_of_rolled(n) + "; }";
    statements(b, count);
    return true;
}

void source_writer::unroll(std::uint32_t n, std::uint32_t count)
{
    const code_block& b = graph_.blocks[n];
    if (is_path() || !may_unroll(b, n)) return;
    std::set<operand_slot> affine;
    for (std::uint32_t at = b.first; at < b.end; ++at)
        for (const operand_slot o : accesses_of(f_.code[at]).written)
            if (!is_predicate(o)) affine.insert(o);
    std::string saved, restored;
    for (const operand_slot o : affine)
        for (const char letter : {'b', 's', 't'}) {
            const std::string name = letter + text_of(o & ~3u);
            saved += "const " + unsigned_of(width(o)) + " old_" + name + " = " + name + "; ";
            restored += name + " = old_" + name + "; ";
        }
    const std::string body = std::exchange(body_, {});
    const int translated = translated_;
    const std::size_t handled = handled_.size();
    std::string text;
    for (const unsigned number : {4u, 2u}) {
        const std::string behind = behind_;
        const bool is_done = write_unrolled(n, count, number);
        if (!is_done) behind_ = behind;
        rolled_.clear();
        iteration_.clear();
        if (is_done)
            text = "    " + saved + "\n    if (executed + " + text_of(number * count) + " <= end) {\n" + body_ +
                   "    }\n    " + label_of_rolled(n) + ": " + restored + "\n";
        body_.clear();
        forget_pending();
        now_ = in_[n];
        if (is_done) break;
    }
    body_ = body + text;
    translated_ = translated;
    handled_.resize(handled);
}

} // namespace cuda_emulator::translation
