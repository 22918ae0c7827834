// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "program.hpp"

#include <functional>

namespace kernel_fuzzer {

//! The smallest program that `differs`, as far as leaving out one thing after the other finds it.
program shrunk(program, const std::function<bool(const program&)>& differs);

} // namespace kernel_fuzzer
