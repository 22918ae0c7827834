// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter's inner operations: creating a divergent path, choosing one, and running its instructions.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Constructs the path in place. A copy of a freshly written object would stall on store forwarding.
inline fragment& add_fragment(warp& w, activation* at, std::uint32_t pc, std::uint32_t mask)
{
    fragment& f = w.fragments.emplace_back();
    f.at = at;
    f.pc = pc;
    f.mask = mask;
    return f;
}

//! Returns the path that runs next, or -1 if all wait.
inline int choose(const warp& w)
{
    if (w.fragments.size() == 1) return w.fragments[0].state == fragment_state::runnable ? 0 : -1;
    int best = -1;
    for (int k = 0; k < int(w.fragments.size()); ++k) {
        const fragment& f = w.fragments[k];
        if (f.state != fragment_state::runnable) continue;
        if (best < 0) {
            best = k;
            continue;
        }
        const fragment& b = w.fragments[best];
        if (f.turn != b.turn             ? f.turn < b.turn
            : f.at->depth != b.at->depth ? f.at->depth > b.at->depth
            : f.level != b.level         ? f.level > b.level
                                         : f.pc < b.pc)
            best = k;
    }
    return best;
}

//! Runs instructions that need only their handlers, up to `last`. Stops early if a handler requests another version of
//! the code.
[[gnu::always_inline]] inline const instruction* run_straight(warp& w, const instruction* next, const instruction* last,
                                                              std::uint32_t mask)
{
    do {
        next->run(w, *next, mask);
        ++next;
    } while (next != last && w.slice_end != 0);
    return next;
}

} // namespace cuda_emulator
