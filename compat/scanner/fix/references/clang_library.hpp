// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libclang, opened when it is needed.
#pragma once

#include <string>

#include "clang_interface.hpp"

namespace scanner::clang {

// The functions, or null. Then `why` says what is missing, and which package has it.
// The environment's CUDA_LEGACY_LIBCLANG names a library to take instead of those that are looked for.
const functions* open_library(std::string& why);

// The text, given back to the library.
std::string text_of(const functions& clang, string one);

} // namespace scanner::clang
