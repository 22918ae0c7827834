// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When code is hot, and its way from the text to the compiled function.
#pragma once

#include "machine/hotness.h"
#include "translate/compiler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cuda_emulator::translation {

//! Work of the interpreter, in warp instructions as it executes them without costly checks. Slower ones count by the
//! time that they took.
std::uint64_t work_of(const executed_turn&);

//! Thresholds of work. Warm code (about 1/40 s in the interpreter) is looked up in the cache. Hot code is compiled: it
//! has run about as long as its compiler will, earlier programs included. That time grows with the code's own text, and
//! the compiler runs beside the program. The prelude is longer than most kernels, and compiles in a tenth of a second.
constexpr std::uint64_t warm = 1u << 20, hot_at_least = 16u << 20, hot_by_byte = 250;
//! The code has not been looked up in the cache.
constexpr std::uint64_t not_known = ~std::uint64_t{0};
//! In bytes: a larger text would take too long to compile. GCC 12 takes 46 s and 1 GB of memory for 4.7 MB.
constexpr std::size_t largest_text = 6u << 20;

//! Length of the text without the prelude.
std::size_t own_size(const std::string& text);

//! Says once on stderr why kernels are not translated, if CUDA_EMULATOR_TRANSLATE asks for translation. By default the
//! interpreter gives the same results, so nothing is said.
void tell_failure(const std::string& why);

//! Makes compiled code known to the threads that run blocks.
template <class Translated>
void publish(Translated& k, const std::shared_ptr<void>& run)
{
    k.loaded = run;
    k.run.store(reinterpret_cast<typename Translated::function>(run.get()), std::memory_order_release);
}

//! Compiles the text, and makes the code known to the threads that run blocks.
template <class Translated>
void compile_into(Translated& k, const std::string& text)
{
    if (text.size() > largest_text) return;
    std::string why;
    if (const std::shared_ptr<void> run = compile(text, why)) {
        publish(k, run);
    } else {
        tell_failure(why);
    }
}

//! The same with code from the cache, if it is there.
template <class Translated>
void find_compiled(Translated& k, const std::string& text)
{
    const std::shared_ptr<void> run = text.size() > largest_text ? nullptr : compiled_before(text);
    if (run && !k.wanted.exchange(true)) publish(k, run);
}

} // namespace cuda_emulator::translation
