// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges within a warp: who takes part, and whose values a shuffle takes.
//
// A .sync instruction names the lanes that execute it together. These are findings:
//  - a lane that its own mask does not name executes it: undefined, PTX says;
//  - lanes that are named and have not returned never come;
//  - a shuffle takes the value of a lane that is not in it (it has returned, was never there, or the mask does not name
//    it), and that value is used (undefined_values). Merely to take it is no mistake: with __shfl_down_sync half the
//    lanes do, and what comes of it is thrown away.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! `mask` waits at bar.warp.sync or a .sync exchange for the lanes of `members`.
void check_membership(warp&, const instruction&, std::uint32_t mask, const std::uint32_t* members);
//! An exchange goes on without lanes that it names.
void report_missing_lanes(warp&, const instruction&, std::uint32_t mask, std::uint32_t missing);
//! Runs a shuffle of the lanes `together` and follows what they take from others. Named lanes that are not `here` have
//! been told already.
void run_partial_shuffle(warp&, const instruction&, std::uint32_t together, std::uint32_t here);

} // namespace cuda_emulator
