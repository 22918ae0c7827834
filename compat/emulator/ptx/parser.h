// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX text -> syntax tree. Function bodies are parsed on demand: a program with CUB algorithms carries
// hundreds of kernels and launches a few.
#pragma once

#include "ptx/lexer.h"
#include "ptx/syntax.h"

namespace cuda_emulator::ptx {

//! Parses everything but the insides of functions. Throws syntax_error.
std::unique_ptr<module> parse_module(std::string text);

//! Parses the body of one function of the module. Throws syntax_error.
std::unique_ptr<function_body> parse_body(const module&, const function&);

} // namespace cuda_emulator::ptx
