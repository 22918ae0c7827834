// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PTX inside of machine code, with the lines of the source.
#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

//! Returns machine code (a cubin) whose PTX is `ptx`. `code` was compiled with -lineinfo or -G: its PTX has no lines
//! .loc and .file, by which findings name the source, and `ptx` has them. Returns `code` if no PTX is in it.
std::string with_ptx(std::string code, std::string_view ptx);

} // namespace cuda_emulator
