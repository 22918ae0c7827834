// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that end, split or delay a path, or that synchronise lanes. The dispatcher itself runs branches.
#pragma once

#include "execute/paths.h"
#include "machine/program.h"

#include <cstdint>

namespace cuda_emulator {

//! What the dispatcher does after an instruction.
enum class step : std::uint8_t {
    next,      //!< continues the path at its PC
    leaves,    //!< takes another path: the path has ended, or is on the list
    gives_way, //!< lets other warps run: the path is on the list
};

//! Executes the instruction at the path's PC for the lanes of `mask`, and advances the PC if the path continues.
step execute_control_flow(warp&, running_path&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
