// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the participants of exchanges within a warp.
//
// A .sync instruction names the lanes that execute it together. The following are findings:
// - A lane executes the instruction although its own mask does not name it; PTX leaves this undefined.
// - Named lanes that have not returned never arrive.
// - A shuffle takes the value of an absent lane, and the value is used (undefined_values). A lane is absent if it has
//   returned, never existed, or is not named. A shuffle that only takes such a value has no defect: with
//   __shfl_down_sync half of the lanes take one, and discard the result.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Checks the lanes `mask`, which wait at bar.warp.sync or a .sync exchange for the lanes of `members`.
void check_membership(warp&, const instruction&, std::uint32_t mask, const std::uint32_t* members);
//! Called when an exchange continues without lanes that it names.
void report_missing_lanes(warp&, const instruction&, std::uint32_t mask, std::uint32_t missing);
//! Runs a shuffle of the lanes `together` and tracks the values that they take from absent lanes. Named lanes outside
//! of `here` have been reported already. Findings name the instruction `written`, of which `shuffle` may be a copy.
void run_partial_shuffle(warp&, const instruction& shuffle, const instruction& written, std::uint32_t together,
                         std::uint32_t here);

} // namespace cuda_emulator
