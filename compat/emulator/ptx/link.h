// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several modules made one, as nvlink does with objects: for -rdc=true and for cuLink*.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator::ptx {

//! One text with all that the modules define. What a module keeps to itself and another has, too, gets a name of its
//! own; a weak definition gives way. Throws std::runtime_error for a symbol that is defined twice, syntax_error for a
//! text that is no PTX.
std::string link(const std::vector<std::string>& texts);

} // namespace cuda_emulator::ptx
