// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a race in shared memory.
#pragma once

#include "check/access_records.h"
#include "machine/block.h"

namespace cuda_emulator {

//! An access that races with an earlier one.
struct racing_access {
    int lane;
    std::size_t offset; //!< of its first byte in shared memory
    u32 bytes;
    bool writes;
};

//! Reports the race with the access of the stamp `earlier`, unless the block or a lower one has done so.
//! \return false if it is no defect of the program
bool report_race(const block&, warp&, const instruction&, const racing_access&, const access_records&, u32 earlier);

} // namespace cuda_emulator
