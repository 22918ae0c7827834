// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts how much a kernel executes. An implementation translates hot kernels.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct launch;
struct decoded_function;

//! Warp instructions that were executed.
struct executed_instructions {
    std::uint64_t all = 0;
    std::uint64_t translated = 0; //!< those in translated code, with the handlers that it calls
    std::uint64_t diverged = 0;   //!< those by some lanes of a warp

    executed_instructions& operator+=(const executed_instructions& other)
    {
        all += other.all;
        translated += other.translated;
        diverged += other.diverged;
        return *this;
    }
    friend executed_instructions operator-(const executed_instructions& a, const executed_instructions& b)
    {
        return {a.all - b.all, a.translated - b.translated, a.diverged - b.diverged};
    }
};

class hotness_counter {
public:
    //! A block of the launch has ended, after so many instructions since block_ran(). Called by all threads that run
    //! blocks.
    virtual void block_ended(const launch&, const executed_instructions&) = 0;
    //! A block has executed so many instructions, and will go on.
    virtual void block_ran(const launch&, const executed_instructions&) = 0;
    //! A divergent path of the function waits for its code (translated_path_code::is_awaited).
    virtual void path_waits(const launch&, decoded_function&) = 0;
    //! Compilers that run for a kernel whose code is not there yet; 0: the kernel does not wait for any.
    virtual unsigned compilers() const = 0;

protected:
    ~hotness_counter() = default;
};

} // namespace cuda_emulator
