// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's C++ compiler, and what it made before.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace cuda_emulator::translation {

//! Compiles the text to a library and returns its symbol `run`, or null: then `why` says why not. The library is
//! unloaded with the last copy of the pointer. What was compiled is kept on disk by the text's digest, in
//! $CUDA_EMULATOR_CACHE, $XDG_CACHE_HOME/cuda_legacy or ~/.cache/cuda_legacy; a damaged file is made anew, and where
//! nothing can be kept each process compiles. Beyond $CUDA_EMULATOR_CACHE_SIZE MiB the files that nobody has used for
//! longest go.
//!
//! The compiler is $CUDA_EMULATOR_CXX, or c++ on the path.
std::shared_ptr<void> compile(const std::string& text, std::string& why);

//! The same where it is on disk already; else null.
std::shared_ptr<void> compiled_before(const std::string& text);

//! How long the text's kernel has run in programs that did not compile it, in instructions of warps; and what to say to
//! the next one. It lies in the cache beside the libraries.
std::uint64_t ran_before(const std::string& text);
void note_run(const std::string& text, std::uint64_t instructions);

//! The program ends: calls of compile() return null. Compilers that run go on; what they make is in the
//! cache then, where there is one.
void leave_compilers();

} // namespace cuda_emulator::translation
