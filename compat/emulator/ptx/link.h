// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links several modules, as nvlink does with objects: for -rdc=true and for cuLink*.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator::ptx {

//! Gives one text with all definitions of the modules. A private name of a module gets a new name if another module has
//! the same. A weak definition gives way to another definition. Throws std::runtime_error for a symbol that is defined
//! twice, and syntax_error for a text that is no PTX.
std::string link(const std::vector<std::string>& texts);

} // namespace cuda_emulator::ptx
