// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of two instructions of a function can follow the other without a barrier between them.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! The threads that a barrier must hold together.
enum class barrier_reach : std::uint8_t { warp, block, cluster, grid };

//! Whether a path leads from `from` to `to`, at least one step long, and passes no barrier that reaches as far. Both
//! are PTX lines of the function. A barrier of the grid or of a cluster is no single instruction, so such a path may
//! pass any.
bool leads_without_barrier(const decoded_function&, int from, int to, barrier_reach);

//! Whether the function has accesses by which threads signal each other, other than those at the two PTX lines: atomics
//! and strong accesses. Between blocks volatile accesses count, too.
bool signals_elsewhere(const decoded_function&, int one, int other, barrier_reach);

} // namespace cuda_emulator
