// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of PTX instructions.
#pragma once

#include <string_view>

namespace cuda_emulator::ptx {

//! Tests whether PTX up to 9.0 has instructions of this name. The emulated device lacks some of them.
bool is_mnemonic(std::string_view);

} // namespace cuda_emulator::ptx
