// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel of a PTX text on the interpreter, without the runtime library.
#pragma once

#include <string>

struct cuda_emulator_counters;

namespace module_runner {

//! Runs the kernel "k", whose only parameter is a pointer to `data`, in `blocks` blocks of `threads`. Throws the errors
//! of parsing, decoding and execution. Adds to `counters`, unless that is null.
void run_module(const std::string& ptx, void* data, unsigned blocks, unsigned threads, bool checks = false,
                cuda_emulator_counters* counters = nullptr, bool lock_step = false);

} // namespace module_runner
