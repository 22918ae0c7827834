// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lexer for CUDA C++. It accepts any bytes: each byte that belongs to no token becomes a mark of one character.
#pragma once

#include <string_view>

#include "token.hpp"

namespace scanner {

// Replaces the content of `result` and reuses its memory.
void tokenize(std::string_view source, tokens& result);

// Gives the characters between the quotation marks of a string, also of a raw string. Escapes stay as they are written.
std::string_view characters_of(std::string_view string);

} // namespace scanner
