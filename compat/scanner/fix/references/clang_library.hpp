// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads libclang at run time, on first use.
#pragma once

#include <string>

#include "clang_interface.hpp"

namespace scanner::clang {

// Returns the functions. On failure returns null, and `why` names the missing part and its package. The environment
// variable CUDA_LEGACY_LIBCLANG names a library that replaces the search.
const functions* open_library(std::string& why);

// Returns the text and releases the libclang string.
std::string text_of(const functions& clang, string one);

} // namespace scanner::clang
