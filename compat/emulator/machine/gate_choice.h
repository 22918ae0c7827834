// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a kernel's blocks are faster side by side, with a gate (machine/block_gate.h), or in one thread. The results
// are the same.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace cuda_emulator {

class gate_choice {
public:
    using seconds = std::chrono::duration<double>;

    //! Called before each launch. The first launches try both ways in turns. So do the first ones in translated code.
    bool wants_gate(bool is_translated)
    {
        constexpr unsigned tries = 4;
        std::lock_guard lock(mutex_);
        known& k = of_[is_translated];
        return k.launches < tries ? k.launches++ % 2 == 1 : k.best[1] < k.best[0];
    }
    //! Called after a launch, with its time for each block.
    void ended(bool is_translated, bool had_gate, seconds each_block)
    {
        std::lock_guard lock(mutex_);
        seconds& best = of_[is_translated].best[had_gate];
        best = std::min(best, each_block);
    }

private:
    struct known {
        unsigned launches = 0;
        seconds best[2] = {seconds::max(), seconds::max()}; //!< without and with the gate
    };
    std::mutex mutex_;
    known of_[2]; //!< interpreted and translated
};

} // namespace cuda_emulator
