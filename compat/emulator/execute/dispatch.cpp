// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/dispatch.h"

#include "check/definedness.h"
#include "execute/control_flow.h"
#include "execute/hand_over.h"
#include "machine/observer.h"
#include "profile/count_instruction.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// Makes the path's activation current. Returns the code that the path runs.
const instruction* select_code(warp& w, activation& a)
{
    decoded_function& f = *a.function;
    w.current = &a;
    w.base[in_registers] = a.registers;
    w.base[in_constants] = f.constants;
    return w.definedness && !w.definedness->idle() ? tracked_code(f) : f.code.data();
}

// Runs instructions that need only their handlers, up to `last`. Stops early if a handler requests another version of
// the code.
[[gnu::always_inline]] inline const instruction* run_straight(warp& w, const instruction* next, const instruction* last,
                                                              std::uint32_t mask)
{
    do {
        next->run(w, *next, mask);
        ++next;
    } while (next != last && w.slice_end != 0);
    return next;
}

// Reports what has run when it goes out of scope, by an exception, too.
struct straight_report {
    warp& w;
    const instruction* const first;
    const instruction* next;
    const std::uint32_t mask;
    ~straight_report() { w.grid->observer->executes_straight(w, *first, static_cast<std::size_t>(next - first), mask); }
};

// The same for an observer without counters.
const instruction* run_straight_observed(warp& w, const instruction* first, const instruction* last, std::uint32_t mask)
{
    straight_report done{w, first, first, mask};
    do {
        const instruction* const now = done.next++;
        now->run(w, *now, mask);
    } while (done.next != last && w.slice_end != 0);
    return done.next;
}

bool is_observed_by_runs(const warp& w) { return w.grid->observer && !w.grid->observer->with_counters; }

// The path has reached its limit or the end of the slice. Returns true at the end of the slice.
bool stop_path(warp& w, running_path& r, std::uint64_t slice_end)
{
    w.slice_end = slice_end;
    const bool is_over = w.executed >= slice_end;
    if (is_over && r.has_others && !w.grid->lock_step) r.turn = ++w.turns;
    put_back(w, r, r.pc, r.mask);
    return is_over;
}

unsigned count_of(std::uint32_t mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }

} // namespace

template <bool Counting>
bool run_path(warp& w, running_path& r, std::uint64_t slice_end)
{
    const instruction* const code = select_code(w, *r.at);
    const translation_of_path translation = find_translation(w, *r.at->function, code);
    expand_saved_registers(w, translation, r);
    if (translation.begins_at(r.pc, r.mask) && !enter_translation(w, translation, r, slice_end)) return false;

    const bool runs_straight = !Counting || is_observed_by_runs(w);
    const std::uint32_t mask = r.mask;
    std::uint32_t pc = r.pc, limit = r.limit;
    std::uint64_t executed = w.executed, threads = 0;
    const auto store = [&] {
        r.pc = pc;
        w.executed = executed;
        w.thread_instructions += threads;
        threads = 0;
    };
    for (;;) {
        if (pc >= limit || executed >= w.slice_end) {
            store();
            return stop_path(w, r, slice_end);
        }
        const instruction* now = code + pc;
        if (runs_straight && now->straight > 1 && now->straight <= limit - pc &&
            now->straight_counted <= w.slice_end - executed) {
            const instruction* const last = now + now->straight;
            const instruction* const next =
                Counting ? run_straight_observed(w, now, last, mask) : run_straight(w, now, last, mask);
            const unsigned counted = now->straight_counted - (next == last ? 0u : next->straight_counted);
            executed += counted;
            threads += counted * count_of(mask);
            pc += static_cast<std::uint32_t>(next - now);
            if (next != last || pc >= limit || executed >= w.slice_end) continue;
            now = last;
        }
        const instruction& i = *now;
        std::uint32_t m = mask;
        if (i.guard != no_operand) m &= *slot<std::uint32_t>(w, i.guard) ^ i.guard_invert;
        if (!i.adapter) {
            ++executed;
            threads += count_of(m);
        }
        if constexpr (Counting) count_instruction(w, i, mask, m);
        if (i.kind == flow::none) {
            if (m) i.run(w, i, m);
            ++pc;
            continue;
        }
        if (i.kind == flow::tracked_branch && w.definedness) w.definedness->branch(w, i, mask);
        const bool branches = i.kind == flow::branch || i.kind == flow::tracked_branch;
        if (branches && m == mask) {
            // The path had the lowest PC: after a backward jump it still has, and a forward jump past `limit` is
            // detected above. A reconvergence point that lies ahead again limits the path again, whether the jump
            // reaches it or falls short of it.
            pc = i.target;
            if (pc <= r.reconverges_at) limit = std::min(limit, r.reconverges_at);
            if (!translation.begins_at(pc, mask)) continue;
            store();
            if (!enter_translation(w, translation, r, slice_end)) return false;
        } else if (branches && m == 0) {
            ++pc;
            if (!translation.begins_at(pc, mask)) continue;
            store();
            if (!enter_translation(w, translation, r, slice_end)) return false;
        } else if (branches) {
            store();
            diverge(w, r, i.target, m);
            return false;
        } else {
            store();
            if (const step s = execute_control_flow(w, r, i, m); s != step::next) return s == step::gives_way;
            if (translation.begins_at(r.pc, mask) && !enter_translation(w, translation, r, slice_end)) return false;
        }
        pc = r.pc;
        executed = w.executed;
    }
}

template bool run_path<false>(warp&, running_path&, std::uint64_t);
template bool run_path<true>(warp&, running_path&, std::uint64_t);

} // namespace cuda_emulator
