// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ptxas says about one instruction: types, operands and names that do not fit.
#pragma once

#include "ptx/syntax.h"

#include <string>
#include <vector>

namespace cuda_emulator::ptx {

//! The mistakes of an instruction, in the words of ptxas. An instruction without a rule has none. What only the
//! emulated device lacks is no mistake. Rules are those of PTX 3.0 to 9.0 for sm_30 and later.
std::vector<std::string> mistakes_of(const instruction&, const module&, const function&, const function_body&);

} // namespace cuda_emulator::ptx
