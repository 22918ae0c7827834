// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of a kernel as its source has it.
#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

//! "_Z10readOffsetPfS_S_ii" -> "readOffset(float*, float*, float*, int, int)"; a name that is not mangled as it is.
std::string demangled(std::string_view name);

//! "_Z10readOffsetPfS_S_ii" -> "readOffset"; template arguments stay, function arguments and result type go.
std::string kernel_name(const std::string& mangled);

//! The variable "tile" of "kernel(int*)::tile" and of "kernel::tile".
std::string variable_name(const std::string& mangled);

} // namespace cuda_emulator
