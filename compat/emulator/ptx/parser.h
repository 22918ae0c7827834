// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns PTX text into a syntax tree. Function bodies are parsed on demand, because a program with CUB's algorithms has
// hundreds of kernels and launches only a few.
#pragma once

#include "ptx/lexer.h"
#include "ptx/syntax.h"

namespace cuda_emulator::ptx {

//! Parses a module, except the bodies of functions. Throws syntax_error.
std::unique_ptr<module> parse_module(std::string text);

//! Parses the body of one function of the module. Throws syntax_error.
std::unique_ptr<function_body> parse_body(const module&, const function&);

} // namespace cuda_emulator::ptx
