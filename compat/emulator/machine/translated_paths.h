// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The divergent paths that run in translated code.
//
// Translated code of paths runs one path at a time. If its lanes diverge, translated code chooses between the parts as
// the interpreter's scheduler does (execute/paths.h). It returns at an instruction that is not translated, and then all
// parts are on this list.
#pragma once

#include "machine/lanes.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct translated_warp; // machine/translated_code.h

//! `path_list` of translate/prelude/state.hpp.
struct translated_paths {
    struct waiting_path {
        std::uint32_t pc, lanes;
    };
    std::uint32_t lanes;       //!< of the running path
    std::uint32_t limit;       //!< the running path stops at this PC or above it
    std::uint32_t outer_limit; //!< the limit by paths that are not on this list
    std::uint32_t may_part;    //!< 0: the interpreter runs a branch where the lanes diverge
    std::uint32_t count;       //!< of `waiting`
    waiting_path waiting[warp_size + 1];
};

//! Translated code of one function, for paths with any lanes. It does not depend on the block's dimensions.
struct translated_path_code {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr};  //!< null: not compiled yet, or not possible
    std::vector<bool> is_entry;          //!< valid with `run`: where a path may enter
    std::atomic<bool> is_awaited{false}; //!< paths do not run before the code is compiled
};

} // namespace cuda_emulator
