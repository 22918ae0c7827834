// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a program has the CUDA runtime: only one that is a library of its own can be emulated, or watched.
#pragma once

#include <string>

namespace scanner {

enum class linked_runtime {
    not_known,     // no program of ELF for 64 bits, such as a script
    none,          // no device code, and no runtime: a library of the program may have both
    a_library,     // nvcc -cudart shared
    in_the_program // nvcc's default
};

linked_runtime runtime_of(const std::string& program);

} // namespace scanner
