// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/hand_over.h"

#include "check/shared_memory.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// For a path of all lanes.
bool run_warp_code(warp& w, const translation_of_path& t, running_path& r, std::uint64_t slice_end)
{
    diverged_lanes diverged;
    r.pc = run_translated(w, *t.kernel, t.run, r.pc, w.shared_check, diverged);
    if (!diverged.mask) return true;
    w.slice_end = slice_end;
    put_back(w, r, diverged.pc, diverged.mask);
    put_back(w, r, r.pc, r.mask & ~diverged.mask);
    return false;
}

// Whether the code of paths may choose the next path itself. It knows the other paths only by the limit. So they must
// be in the same call, have given way as often, and lie behind the limit.
bool may_part(const warp& w, const running_path& r)
{
    return std::all_of(w.paths.begin(), w.paths.end(), [&](const divergent_path& o) {
        if (o.state != path_state::runnable && o.state != path_state::at_sync) return true;
        return o.at == r.at && o.level == r.level && o.turn >= r.turn && o.pc >= r.limit;
    });
}

bool run_path_code(warp& w, const translation_of_path& t, running_path& r, std::uint64_t slice_end)
{
    translated_paths p;
    p.lanes = r.mask;
    p.limit = p.outer_limit = r.limit;
    p.may_part = may_part(w, r);
    p.count = 0;
    r.pc = run_translated_paths(w, t.run_paths, r.pc, w.shared_check, p);
    if (p.count == 0) {
        r.mask = p.lanes;
        return true;
    }
    w.slice_end = slice_end;
    for (std::uint32_t k = 0; k < p.count; ++k)
        put_back(w, r, p.waiting[k].pc, p.waiting[k].lanes);
    put_back(w, r, r.pc, p.lanes);
    return false;
}

} // namespace

bool enter_translation(warp& w, const translation_of_path& t, running_path& r, std::uint64_t slice_end)
{
    for (;;) {
        const std::uint64_t before = w.executed;
        if (t.may_enter(w, r.pc, r.mask, w.executed) && !run_warp_code(w, t, r, slice_end)) return false;
        if (t.may_enter_paths(w, r) && !run_path_code(w, t, r, slice_end)) return false;
        if (w.executed == before) return true;
    }
}

void split_path(warp& w, const diverged_lanes& diverged)
{
    divergent_path other = w.paths.front();
    other.pc = diverged.pc;
    other.mask = diverged.mask;
    w.paths.front().mask &= ~diverged.mask;
    w.paths.push_back(other);
}

} // namespace cuda_emulator
