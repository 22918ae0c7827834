// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates #if conditions on versions. A program that already has code for CUDA 13 gets no findings in its code for
// CUDA 8.
#pragma once

#include <cstddef>

#include "files/compile_commands.hpp"
#include "names/version.hpp"
#include "token.hpp"

namespace scanner {

enum class truth { no, yes, unknown };

// Evaluates the tokens after #if for the target version of CUDA, on any device that it compiles for. `settings` has the
// definitions of the command line, or is null.
truth condition(const token* first, const token* last, version target, const compile_settings* settings = nullptr);

// Removes the tokens of branches that are not compiled.
void drop_dead_branches(tokens& source, version target, const compile_settings* settings = nullptr);

} // namespace scanner
