// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the source line that a finding names.
#pragma once

#include "ptx/syntax.h"

namespace cuda_emulator::ptx {

//! Gives the file of a place, as the PTX spells it.
std::string file_of(const module&, const source_location&);

//! The innermost place around number `source` that is in no library's header. Returns `source` if there is none.
int told_source(const module&, const function_body&, int source);

} // namespace cuda_emulator::ptx
