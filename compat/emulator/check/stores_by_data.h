// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds data-dependent stores: the address, or whether the store runs, depends on loaded values, textures or results of
// atomics.
//
// Threads that store by their index write a whole result, unless the grid is too small. Threads that store by data, as
// in a compaction, may leave gaps on purpose. Unwritten bytes that are copied to the host are therefore a finding only
// if all stores are by index. The analysis follows data dependence through registers, and control dependence.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! Analyses the function on the first call. Every store of a called function counts as data-dependent.
bool is_store_by_data(decoded_function&, const instruction&);

} // namespace cuda_emulator
