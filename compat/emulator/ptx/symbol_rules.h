// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that an instruction mentions, and instructions that a target lacks.
#pragma once

#include "ptx/syntax.h"

#include <string>
#include <vector>

namespace cuda_emulator::ptx {

//! Tests for a name as "%tid", without its component.
bool is_special_register(std::string_view name);

//! What ptxas says of names that nothing declares, of calls, and of stores to parameters.
std::vector<std::string> symbol_mistakes(const instruction&, const module&, const function&, const function_body&);
//! What ptxas says of an instruction that the target lacks, and of a barrier's number. Empty if it says nothing.
std::string device_mistake(const instruction&, const module&);

} // namespace cuda_emulator::ptx
