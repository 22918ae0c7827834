// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores whose place, or whether they are made at all, depends on data: on values loaded from global or shared memory,
// on textures, on results of atomics.
//
// Threads that store by their index write all of a result, unless the grid is too small. Threads that store by data, as
// a compaction does, may leave a part of it on purpose. So unwritten bytes that are copied to the host are a finding in
// the first case alone. The analysis follows registers through the control-flow graph, and control dependence.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! The analysis of a function runs when first asked for. A function that a kernel calls counts as one by data.
bool is_store_by_data(decoded_function&, const instruction&);

} // namespace cuda_emulator
