// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JIT compiler: runs the host's C++ compiler and keeps its output in a cache.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace cuda_emulator::translation {

//! Compiles the text to a library and returns its symbol `run`. On failure returns null and sets `why`. The library is
//! unloaded with the last copy of the pointer.
//!
//! Libraries are cached on disk by a digest of the text. The cache is $CUDA_EMULATOR_CACHE, else
//! $XDG_CACHE_HOME/cuda_legacy, else ~/.cache/cuda_legacy. A damaged file is compiled again. Without a cache each
//! process compiles. Above $CUDA_EMULATOR_CACHE_SIZE MiB the least recently used files are removed.
//!
//! The compiler is $CUDA_EMULATOR_CXX, else `c++` in PATH.
std::shared_ptr<void> compile(const std::string& text, std::string& why);

//! Returns the cached library's symbol `run`, or null. Never compiles.
std::shared_ptr<void> compiled_before(const std::string& text);

//! The interpreter's work for the text's kernel in earlier programs (work_of), where the kernel was not compiled. The
//! number lies in the cache, so that short programs add up.
std::uint64_t ran_before(const std::string& text);
void note_run(const std::string& text, std::uint64_t work);

//! Called when the program ends: pending compile() calls return null. Running compilers continue and fill the cache.
void leave_compilers();

} // namespace cuda_emulator::translation
