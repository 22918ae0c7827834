// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lexer of CUDA C++. Any bytes may come in: what is no token of the language is a mark of one character.
#pragma once

#include <string_view>

#include "token.hpp"

namespace scanner {

// Replaces what is in `result`; its memory is used again.
void tokenize(std::string_view source, tokens& result);

// The characters between a string's quotation marks, escapes as they are written; of raw strings, too.
std::string_view characters_of(std::string_view string);

} // namespace scanner
