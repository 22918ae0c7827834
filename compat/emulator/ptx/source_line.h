// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source line that findings name for an instruction.
#pragma once

#include "ptx/syntax.h"

namespace cuda_emulator::ptx {

//! The file of a place, as the PTX names it.
std::string file_of(const module&, const source_location&);

//! The innermost place around number `source` that is in no library's header. Returns `source` if there is none.
int told_source(const module&, const function_body&, int source);

} // namespace cuda_emulator::ptx
