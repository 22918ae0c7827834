// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async: the copies that a thread makes on its own. They are made at once, which PTX allows; what is checked is that
// nobody touches the bytes before they are waited for.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Operands: see asynchronous_copy_lanes().
void run_asynchronous_copy(warp&, const instruction&, std::uint32_t mask);
//! The copies so far become a group.
void commit_asynchronous_copies(warp&, const instruction&, std::uint32_t mask);
//! Until all but the latest groups are done, as many as `immediate` says; all copies when it is negative.
void wait_for_asynchronous_copies(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
