// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts how much a kernel executes. An implementation translates hot kernels.
#pragma once

#include <chrono>
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

//! A thread's turn with some blocks of a launch.
struct executed_turn {
    executed_instructions instructions;
    std::uint64_t blocks = 0;            //!< those that ended; one more may have begun
    std::chrono::nanoseconds duration{}; //!< processor time; 0: not measured
};

class hotness_counter {
public:
    //! Called by all threads that run blocks, after each turn.
    virtual void turn_ended(const launch&, const executed_turn&) = 0;
    //! Whether the durations of turns still matter; false: nothing is left to compile.
    virtual bool wants_time() const = 0;
    //! A divergent path of the function waits for its code (translated_path_code::is_awaited).
    virtual void path_waits(const launch&, decoded_function&) = 0;
    //! Compilers that run for a kernel whose code is not there yet; 0: the kernel does not wait for any.
    virtual unsigned compilers() const = 0;

protected:
    ~hotness_counter() = default;
};

} // namespace cuda_emulator
