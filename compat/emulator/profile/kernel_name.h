// The name of a kernel as its source has it.
#pragma once

#include <string>

namespace cuda_emulator {

//! "_Z10readOffsetPfS_S_ii" -> "readOffset"; template arguments stay, function arguments and result type go.
std::string kernel_name(const std::string& mangled);

} // namespace cuda_emulator
