// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processor time of the calling thread. A call takes a quarter of a microsecond.
#pragma once

#include <chrono>
#include <time.h>
#include <utility>

namespace cuda_emulator {

class thread_clock {
public:
    //! Since the last call, or since the clock was made. 0: the system has no such clock.
    std::chrono::nanoseconds elapsed()
    {
        const std::chrono::nanoseconds before = std::exchange(last_, now());
        return last_ - before;
    }

private:
    static std::chrono::nanoseconds now()
    {
        timespec t;
        if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) return {};
        return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
    }

    std::chrono::nanoseconds last_ = now();
};

} // namespace cuda_emulator
