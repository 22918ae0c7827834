// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/lock_step.h"

#include <algorithm>

namespace cuda_emulator {

namespace {
bool inner(const divergent_path& x, const divergent_path& than)
{
    return x.at->depth != than.at->depth ? x.at->depth > than.at->depth : x.level > than.level;
}
} // namespace

bool release_arrived(warp& w)
{
    const auto is_at_sync = [](const divergent_path& p) { return p.state == path_state::at_sync; };
    if (std::none_of(w.paths.begin(), w.paths.end(), is_at_sync)) return false;
    for (divergent_path& p : w.paths) {
        if (p.state != path_state::at_reconvergence) continue;
        std::uint32_t arrived = p.mask;
        for (const divergent_path& x : w.paths)
            if (inner(x, p)) arrived &= ~x.mask;
        if (!arrived) continue;
        divergent_path alone = p;
        alone.mask = arrived;
        alone.state = path_state::runnable;
        p.mask &= ~arrived;
        w.paths.push_back(alone);
        return true;
    }
    return false;
}

void release_reconverged(warp& w)
{
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
