// Runs a kernel of a PTX text on the interpreter alone, without the runtime library.
#pragma once

#include <string>

namespace module_runner {

//! Runs the kernel "k", whose one parameter is a pointer to `data`, in `blocks` blocks of `threads`. Throws what
//! parsing, decoding and execution throw.
void run_module(const std::string& ptx, void* data, unsigned blocks, unsigned threads, bool checks = false);

} // namespace module_runner
