// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/lock_step.h"

#include <algorithm>

namespace cuda_emulator {

void release_reconverged(warp& w)
{
    auto inner = [](const divergent_path& x, const divergent_path& than) {
        return x.at->depth != than.at->depth ? x.at->depth > than.at->depth : x.level > than.level;
    };
    for (divergent_path& p : w.paths)
        if (p.state == path_state::at_reconvergence &&
            std::none_of(w.paths.begin(), w.paths.end(),
                         [&](const divergent_path& x) { return (x.mask & p.mask) != 0 && inner(x, p); }))
            p.state = path_state::runnable;
}

void remove_returned(warp& w, const activation* a, std::uint32_t lanes)
{
    for (divergent_path& p : w.paths)
        if (p.state == path_state::at_reconvergence && (!a || p.at == a)) p.mask &= ~lanes;
    w.paths.erase(std::remove_if(w.paths.begin(), w.paths.end(), [](const divergent_path& p) { return p.mask == 0; }),
                  w.paths.end());
}

} // namespace cuda_emulator
