// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of a kernel as in its source.
#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

//! "_Z10readOffsetPfS_S_ii" -> "readOffset(float*, float*, float*, int, int)". Returns other names unchanged.
std::string demangled(std::string_view name);

//! The demangled name of a kernel in a message. A name of more than 200 characters, as templates have it, has "..." for
//! the innermost brackets: "void sort<pair<...> >(pair<...>)".
std::string name_in_message(std::string_view mangled);

//! "_Z10readOffsetPfS_S_ii" -> "readOffset". Keeps template arguments, and drops function arguments and the result
//! type.
std::string kernel_name(const std::string& mangled);

//! The variable "tile" of "kernel(int*)::tile" and of "kernel::tile".
std::string variable_name(const std::string& mangled);

} // namespace cuda_emulator
