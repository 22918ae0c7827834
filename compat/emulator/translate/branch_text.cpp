// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches: uniform ones, and divergent ones with short paths. A short path is a row of loops over the lanes, with a
// lane mask, and of handlers. Its registers are in the register file.
#include "translate/source_writer.h"

#include <utility>

namespace cuda_emulator::translation {

std::string source_writer::guard(const instruction& i)
{
    const std::string holds = std::string(i.guard_invert ? "~" : "") + "(" + predicate(i.guard) + ")";
    return is_path() ? "(" + holds + " & on.of_path)" : holds;
}

std::string source_writer::guard_in_files(const instruction& i)
{
    return "registers, " + text_of(i.guard & ~3u) + ", " + (i.guard_invert ? "true" : "false");
}

std::string source_writer::jumping(const instruction& branch) const
{
    const auto c = chosen_.find(branch.guard);
    if (c == chosen_.end()) return "{false, 0, 0}";
    return c->second.is_other != (branch.guard_invert != 0) ? "all_but(" + c->second.span + ")" : c->second.span;
}

void source_writer::branch(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done,
                           std::uint32_t count)
{
    if (i.guard != no_operand) {
        if (!is_block() && at != b.first && iteration_.empty()) enter_here(at, done);
        if (!is_block()) {
            line("{ const mask p = " + guard(i) + ", q = p;");
        } else if (shape_now(i.guard) == shape::uniform) {
            line("{ const mask p = " + (chosen_.count(i.guard) ? jumping(i) + ".is_empty() ? 0 : all" : guard(i)) +
                 ", q = p; (void)q;");
        } else {
            line("{ const span_of_threads jump = " + jumping(i) + ";");
            line("const masks_of_warps m = masks_of(jump, " + guard_in_files(i) + ");");
            line("const mask p = m.any, q = m.every;");
        }
        line("if (p == 0) { executed += " + text_of(count) + "; " + go_to(b.next.back()) + " }");
        if (shape_now(i.guard) == shape::any) diverge(b, at, done, count);
        line("}");
    }
    line("executed += " + text_of(count) + ";");
    line(go_to(b.next.front()));
    chosen_.clear();
}

bool source_writer::is_short(std::uint32_t which, std::uint32_t reconvergence) const
{
    const code_block& path = graph_.blocks[which];
    if (path.end - path.first > 24 || path.next.size() != 1 || path.next[0] != reconvergence) return false;
    if (graph_.blocks[reconvergence].first < path.end) return false;
    const shapes& there = in_[reconvergence];
    for (std::uint32_t at = path.first; at < path.end; ++at) {
        const instruction& i = f_.code[at];
        if (i.kind == flow::branch) continue;
        if (i.kind != flow::none || is_for_interpreter(f_, i) || (is_block() && has_atomic_result(i))) return false;
        for (const operand_slot o : accesses_of(i).written)
            if (there.count(o)) return false; // the two paths may give the register different bases
    }
    return true;
}

source_writer::short_paths source_writer::short_paths_of(const code_block& b) const
{
    if (b.next.size() != 2 || b.next[0] == b.next[1]) return {};
    const auto first = [&](std::uint32_t n) { return graph_.blocks[n].first; };
    const std::uint32_t there = b.next[0];
    std::uint32_t here = b.next[1], jumps = 0;
    // nvcc may begin an `else` path with a jump.
    if (const instruction& i = f_.code[first(here)]; i.kind == flow::branch && i.guard == no_operand) {
        jumps = !i.adapter;
        here = graph_.blocks[here].next[0];
    }
    if (first(there) < b.end || first(here) < b.end) return {};
    const short_path one{&graph_.blocks[here], "~p", first(there)}, other{&graph_.blocks[there], "p", first(here)};
    if (is_short(here, there)) return {{one}, there, jumps};
    if (is_short(there, here)) return {{other}, here, jumps};
    if (graph_.blocks[here].next.size() != 1) return {};
    const std::uint32_t reconvergence = graph_.blocks[here].next[0];
    if (here == there || !is_short(here, reconvergence) || !is_short(there, reconvergence)) return {};
    std::vector<short_path> both = {one, other};
    if (other.block->first < one.block->first)
        std::swap(both[0], both[1]); // the order of the interpreter: lowest PC first
    both[1].others = first(reconvergence);
    return {both, reconvergence, jumps};
}

std::uint32_t source_writer::end_of_loop(const short_path& w, std::uint32_t at) const
{
    constexpr std::uint32_t least = 3; // one or two handlers are shorter, and hardly slower
    std::uint32_t end = at;
    while (end < w.block->end && computes(f_.code[end]))
        ++end;
    return end - at < least ? at : end;
}

void source_writer::compute_on_short_path(const short_path& w, std::uint32_t at, std::uint32_t end,
                                          const std::set<operand_slot>& written)
{
    const std::string lanes = "path" + text_of(names_++);
    line("mask " + lanes + "[WARPS]; EACH_WARP { " + (is_block() ? "const mask p = diverging[warp]; " : "") + lanes +
         "[warp] = " + w.lanes + "; }");
    const shapes before = now_;
    register_set kept_slots(graph_.registers);
    for (const operand_slot o : written)
        kept_slots.insert(o);
    for (std::uint32_t k = at; k < end; ++k)
        predicate_one(f_.code[k], "(" + lanes + "[warp] >> l & 1) != 0", kept_slots);
    std::string text = loop_text(end);
    forget_pending();
    now_ = before;
    const std::string begin = "EACH_WARP { ITS_PLACES ";
    if (is_block() && !text.empty()) text.insert(begin.size(), "if (!" + lanes + "[warp]) continue; ");
    line(text);
}

void source_writer::handle_on_short_path(const short_path& w, std::uint32_t at, std::uint32_t executed,
                                         const std::set<operand_slot>& placed)
{
    const instruction& i = f_.code[at];
    const std::string lanes = w.lanes + std::string(i.guard == no_operand ? "" : " & " + guard(i));
    if (is_block() && i.guard == no_operand) { // definedness tracking is off here
        line("handle_some(warps, diverging, " + off_path(w) + ", " + text_of(at) + ");");
        return;
    }
    if (is_block()) {
        line("EACH_WARP { ITS_PLACES const mask p = diverging[warp];");
        line("if (const mask m = " + lanes + ") warps[warp]->handle(warps[warp], " + text_of(at) + ", m); }");
        return;
    }
    // The handler has started definedness tracking. The interpreter continues with both sets of lanes.
    register_set wanted = wanted_at(w.others);
    wanted.insert(wanted_at(at + 1));
    std::string shared;
    for (const operand_slot o : wanted)
        if (!placed.count(o)) shared += put(o);
    line("{ const mask m = " + lanes + ";");
    line(std::string("if (") + (i.guard == no_operand ? "" : "m && ") + "w->handle(w, " + text_of(at) +
         ", m)) { w->diverged = " + w.lanes + "; w->diverged_at = " + text_of(at + 1) + "; " +
         leave_by(shared, executed, w.others) + " } }");
}

void source_writer::diverge(const code_block& b, std::uint32_t at, std::uint32_t done, std::uint32_t count)
{
    const short_paths found = short_paths_of(b);
    const operand_slot by = f_.code[at].guard;
    const convertible_region* const region = region_of(graph_.block_at[at]);
    if (region && (found.paths.empty() || !chosen_.count(by))) {
        line("if (q != all) {");
        if (chosen_.count(by)) line(put(by));
        convert(b, *region, count);
        line("}");
        return;
    }
    if (found.paths.empty()) {
        line("if (__builtin_expect(q != all, 0)) " + leave(at, done));
        return;
    }
    count += found.jumps;
    std::set<operand_slot> placed, written;
    std::uint32_t in_all = count;
    for (const short_path& w : found.paths)
        for (std::uint32_t k = w.block->first; k < w.block->end; ++k) {
            const access_lists a = accesses_of(f_.code[k]);
            placed.insert(a.read.begin(), a.read.end());
            written.insert(a.written.begin(), a.written.end());
            in_all += !f_.code[k].adapter;
        }
    placed.insert(written.begin(), written.end());
    line("if (q != all) {");
    line("if (__builtin_expect(!w->may_diverge || executed + " + text_of(in_all) + " > end, 0)) " + leave(at, done));
    if (is_block()) {
        line("const jumping_threads diverging = threads_of(jump, " + guard_in_files(f_.code[at]) + ");");
        if (found.paths.size() == 1 && may_have_spans()) span(found.paths[0], found.reconvergence, written, in_all);
        line("if (__builtin_expect(w->watched, 0)) " + leave(at, done));
        line("w->prepare(w);");
    }
    chosen_.clear();
    // With one path, a register that is only read is spilled only for warps with lanes on the path.
    const bool for_some = is_block() && found.paths.size() == 1;
    const std::string some = "put_where(diverging, " + off_path(found.paths[0]) + ", ";
    for (const operand_slot o : placed)
        line(put(o, for_some && !written.count(o) ? some : "put("));
    std::uint32_t so_far = count;
    const shapes before = now_;
    for (const operand_slot o : written)
        now_.erase(o);
    for (const short_path& w : found.paths)
        for (std::uint32_t k = w.block->first; k < w.block->end; ++k) {
            const std::uint32_t end = end_of_loop(w, k);
            if (k < end) compute_on_short_path(w, k, end, written);
            for (; k < end; ++k)
                so_far += !f_.code[k].adapter;
            if (k == w.block->end) break;
            so_far += !f_.code[k].adapter;
            if (f_.code[k].kind != flow::branch) handle_on_short_path(w, k, so_far, placed);
        }
    now_ = before;
    line("executed += " + text_of(so_far) + ";");
    line(go_to(found.reconvergence, written));
    line("}");
}

} // namespace cuda_emulator::translation
