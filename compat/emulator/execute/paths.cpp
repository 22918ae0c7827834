// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/paths.h"

#include "execute/lock_step.h"
#include "execute/seeded_schedule.h"
#include "machine/lanes.h"
#include "machine/reconvergence.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// The path that runs next: the one that gave way least often, then the deepest in calls, then the lowest PC. Returns
// -1 if all wait.
int choose(const warp& w)
{
    int best = -1;
    for (int k = 0; k < int(w.paths.size()); ++k) {
        const divergent_path& p = w.paths[k];
        if (p.state != path_state::runnable) continue;
        if (best < 0) {
            best = k;
            continue;
        }
        const divergent_path& b = w.paths[best];
        if (p.turn != b.turn             ? p.turn < b.turn
            : p.at->depth != b.at->depth ? p.at->depth > b.at->depth
            : p.level != b.level         ? p.level > b.level
                                         : p.pc < b.pc)
            best = k;
    }
    return best;
}

// The path with the lowest PC that waits at a `.sync` for lanes that will not come; -1 if none does. Lanes that
// hold_lanes() took off the list may come.
int choose_at_sync(const warp& w)
{
    std::uint32_t held = w.live;
    for (const divergent_path& p : w.paths)
        held &= ~p.mask;
    if (held) return -1;
    int best = -1;
    for (int k = 0; k < int(w.paths.size()); ++k)
        if (w.paths[k].state == path_state::at_sync && (best < 0 || w.paths[k].pc < w.paths[best].pc)) best = k;
    return best;
}

void remove_path(warp& w, int k)
{
    if (w.paths.size() == 1) {
        w.paths.clear();
    } else {
        w.paths.erase(w.paths.begin() + k);
    }
}

// Merges the paths at the same PC into the running one, and computes its limit.
void merge_paths(warp& w, running_path& r)
{
    r.limit = r.reconverges_at > r.pc ? r.reconverges_at : no_pc;
    r.has_others = false;
    for (std::size_t k = 0; k < w.paths.size();) {
        const divergent_path& o = w.paths[k];
        const bool ready = o.state == path_state::runnable;
        if (o.at == r.at && o.level == r.level && o.reconverges_at == r.reconverges_at &&
            (ready || o.state == path_state::at_sync)) {
            if (o.pc == r.pc) {
                r.mask |= o.mask;
                r.turn = std::max(r.turn, o.turn);
                w.paths.erase(w.paths.begin() + static_cast<std::ptrdiff_t>(k));
                continue;
            }
            if (o.pc > r.pc) r.limit = std::min(r.limit, o.pc);
        }
        r.has_others |= ready;
        ++k;
    }
}

} // namespace

std::optional<progress> choose_path(warp& w, running_path& r)
{
    for (;;) {
        if (w.grid->lock_step) release_reconverged(w);
        int k = choose(w);
        if (k < 0) {
            if (w.paths.empty()) return progress::finished;
            if (w.grid->lock_step && release_arrived(w)) continue;
            k = choose_at_sync(w);
            if (k < 0) return progress::waiting;
            w.paths[k].state = path_state::runnable;
            r.ignores_missing_lanes = true;
        }
        static_cast<divergent_path&>(r) = w.paths[k];
        remove_path(w, k);
        if (r.pc == r.reconverges_at) continue; // its lanes are part of the path that waits there
        merge_paths(w, r);
        return {};
    }
}

std::optional<divergent_path> hold_lanes(warp& w, seeded_schedule& schedule)
{
    std::vector<std::size_t> wide;
    for (std::size_t k = 0; k < w.paths.size(); ++k)
        if (w.paths[k].state == path_state::runnable && !is_one_lane(w.paths[k].mask)) wide.push_back(k);
    if (wide.empty()) return {};
    divergent_path& p = w.paths[wide[schedule.choose(wide.size())]];
    divergent_path rest = p;
    p.mask = schedule.some_of(p.mask);
    rest.mask &= ~p.mask;
    return rest;
}

void wait_at_reconvergence(warp& w, running_path& r)
{
    const std::uint32_t point = reconvergence_of(*r.at->function).of(r.pc);
    if (point == no_pc || point == r.reconverges_at) return;
    put_back(w, r, point, r.mask, path_state::at_reconvergence);
    ++r.level;
    r.reconverges_at = point;
}

} // namespace cuda_emulator
