// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/hand_over.h"

#include "check/shared_memory.h"

namespace cuda_emulator {

bool enter_translation(warp& w, const translation_of_path& t, running_path& r, std::uint64_t slice_end)
{
    diverged_lanes diverged;
    r.pc = run_translated(w, *t.kernel, t.run, r.pc, w.shared_check, diverged);
    if (!diverged.mask) return true;
    w.slice_end = slice_end;
    put_back(w, r, diverged.pc, diverged.mask);
    put_back(w, r, r.pc, r.mask & ~diverged.mask);
    return false;
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
