// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An instruction that writes to memory: its element, as its PTX names it, and its source line.
#pragma once

#include <cstddef>
#include <string>

namespace cuda_emulator {

struct decoded_function;
struct instruction;
struct program;

//! The line of PTX, without blanks around it.
std::string ptx_text(const program&, int line);

//! "f32", "u8", "b64" … of a load, store or atomic; empty for others.
std::string element_type(const program&, const instruction&);
//! Its bytes; 0 for an empty type.
std::size_t bytes_of_type(const std::string& type);
//! "file:line" with -lineinfo, else "PTX line n".
std::string source_of(const program&, const decoded_function&, const instruction&);
//! Whether it adds floating-point numbers atomically.
bool adds_real_numbers(const program&, const instruction&);

} // namespace cuda_emulator
