// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "program.hpp"

#include <functional>

namespace kernel_fuzzer {

//! Gives the smallest program that `differs`, as far as the removal of single statements finds it.
program shrunk(program, const std::function<bool(const program&)>& differs);

} // namespace kernel_fuzzer
