// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The translations of a kernel and its functions for divergent paths. They are compiled when the kernel's divergent
// paths are hot.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"
#include "machine/translated_paths.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace cuda_emulator::translation {

struct path_translation : translated_path_code {
    std::shared_ptr<void> loaded; //!< the library of `run`
    std::string text;             //!< C++ text; empty: not generated yet
    std::atomic<bool> wanted{false};
};

class path_translations : public std::enable_shared_from_this<path_translations> {
public:
    //! Makes the translations known to the functions of the kernel. `awaited`: paths wait for the compiler.
    void begin(const launch&, bool awaited);
    //! The interpreter has done so much work for the kernel (work_of).
    void count(std::uint64_t more);
    //! Compiles all translations in the background, without a count.
    void compile_soon()
    {
        if (!wanted_.exchange(true)) compile_hot();
    }
    //! Compiles the function's translation before it returns.
    void compile_now(decoded_function&);
    //! Whether nothing is left to compile.
    bool are_wanted() const { return wanted_.load(std::memory_order_relaxed); }

private:
    void look_up();
    void compile_hot();

    std::map<decoded_function*, std::shared_ptr<path_translation>> by_function_;
    decoded_function* kernel_ = nullptr;
    std::atomic<bool> wanted_{false};
    std::atomic<std::uint64_t> work_{0};    //!< of the interpreter
    std::atomic<std::uint64_t> look_at_{0}; //!< threshold of `work_` for the next look-up in the cache
    std::atomic<std::uint64_t> hot_{0};     //!< threshold of `work_` for compilation
    std::uint64_t earlier_ = 0;             //!< work of earlier programs, once looked up
};

} // namespace cuda_emulator::translation
