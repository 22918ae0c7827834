// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines of the source that a function's instructions stem from.
#pragma once

#include "coverage/execution_counts.h"
#include "coverage/tracefile.h"
#include "ptx/syntax.h"

namespace cuda_emulator {

//! Adds the function, its lines and its branches to the file, with zeros for what has no count. Nothing is added when
//! the function was compiled without -lineinfo.
void add_function(tracefile&, const ptx::module&, const ptx::function&, const ptx::function_body&, const line_counts&);

} // namespace cuda_emulator
