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

//! The path that runs. Its lanes are not on the list.
struct running_path : divergent_path {
    std::uint32_t limit = no_pc; //!< the path must stop at this PC or above it, because another path may be there
    bool has_others = false;     //!< other paths of the warp could run
    //! All paths wait, and this one waited at a `.sync`. So its next `.sync` does not wait for lanes that are missing.
    bool ignores_missing_lanes = false;
};

//! Takes the next path off the list. If no path can run, returns the warp's progress.
std::optional<progress> take_path(warp&, running_path&);

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
void put_back(warp&, const running_path&, std::uint32_t pc, std::uint32_t lanes,
              path_state state = path_state::runnable);

//! The lanes in `taken` jump from the path's PC to `target`, and the others continue behind the branch. Puts both
//! parts on the list. In lock-step mode, all lanes also wait at the reconvergence point.
void diverge(warp&, running_path&, std::uint32_t target, std::uint32_t taken);
//! The same for the lock-step mode only: makes the lanes wait at the reconvergence point of the branch at the PC.
void wait_at_reconvergence(warp&, running_path&);

} // namespace cuda_emulator
