// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What #if says of a version: a program that has already an answer for CUDA 13 is not told of its answer for CUDA 8.
#pragma once

#include <cstddef>

#include "files/compile_commands.hpp"
#include "names/version.hpp"
#include "token.hpp"

namespace scanner {

enum class truth { no, yes, unknown };

// Of the tokens behind #if, for the target version of CUDA, on any device that it compiles for. `settings`: what the
// command line says, where that is known; may be null.
truth condition(const token* first, const token* last, version target, const compile_settings* settings = nullptr);

// Takes the branches that are not compiled out of the list.
void drop_dead_branches(tokens& source, version target, const compile_settings* settings = nullptr);

} // namespace scanner
