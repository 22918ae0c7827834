// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler of a warp's divergent paths.
//
// `warp::paths` lists all paths that do not run. take_path() takes the path that runs next off the list. It merges all
// paths at the same PC of the same activation into that path. The dispatcher (execute/dispatch.h) runs the path up to
// `running_path::limit`, where it meets another path. put_back() puts the path, or a part of its lanes, back on the
// list.
#pragma once

#include "execute/interpreter.h"
#include "machine/launch.h"
#include "machine/warp.h"

#include <cstdint>
#include <optional>

namespace cuda_emulator {

class seeded_schedule; // execute/seeded_schedule.h

//! The path that runs. Its lanes are not on the list.
struct running_path : divergent_path {
    std::uint32_t limit = no_pc; //!< the path must stop at this PC or above it, because another path may be there
    bool has_others = false;     //!< other paths of the warp could run
    //! All paths wait, and this one waited at a `.sync`. So its next `.sync` does not wait for lanes that are missing.
    bool ignores_missing_lanes = false;
};

//! The same as take_path(), for any number of paths.
std::optional<progress> choose_path(warp&, running_path&);

//! Takes the next path off the list. If no path can run, returns the warp's progress.
inline std::optional<progress> take_path(warp& w, running_path& r)
{
    if (w.paths.size() != 1 || w.paths.front().state != path_state::runnable || w.grid->lock_step)
        return choose_path(w, r);
    static_cast<divergent_path&>(r) = w.paths.front();
    w.paths.clear();
    r.limit = no_pc;
    r.has_others = false;
    return {};
}

//! Constructs the path in place. A copy of a freshly written object would stall on store forwarding.
inline divergent_path& add_path(warp& w, activation* at, std::uint32_t pc, std::uint32_t mask)
{
    divergent_path& p = w.paths.emplace_back();
    p.at = at;
    p.pc = pc;
    p.mask = mask;
    return p;
}

//! Puts the running path, or a part of its lanes, back on the list at the given PC. Without lanes, does nothing.
inline void put_back(warp& w, const running_path& r, std::uint32_t pc, std::uint32_t lanes,
                     path_state state = path_state::runnable)
{
    if (!lanes) return;
    divergent_path& p = add_path(w, r.at, pc, lanes);
    p.state = state;
    p.turn = r.turn;
    p.level = r.level;
    p.reconverges_at = r.reconverges_at;
}

//! Parts one of the warp's paths in two at random, and takes one part off the list. Empty, without a change, if no path
//! has two lanes. The caller puts the part back on the list.
std::optional<divergent_path> hold_lanes(warp&, seeded_schedule&);

//! In lock-step mode, before lanes diverge: all lanes also wait at the reconvergence point of the branch at the PC.
void wait_at_reconvergence(warp&, running_path&);

//! The lanes in `taken` jump from the path's PC to `target`, and the others continue behind the branch. Puts both
//! parts on the list.
inline void diverge(warp& w, running_path& r, std::uint32_t target, std::uint32_t taken)
{
    if (w.grid->lock_step) wait_at_reconvergence(w, r);
    put_back(w, r, target, taken);
    put_back(w, r, r.pc + 1, r.mask & ~taken);
}

} // namespace cuda_emulator
