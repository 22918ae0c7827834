// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the atomics of a launch run in block order, although the blocks run side by side (execute/grid.cpp).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace cuda_emulator {

class block_gate {
public:
    //! Waits until all blocks below `block` have ended, which is the first of its thread's turn. A lower block never
    //! waits for a higher one.
    void wait_for_turn_of(std::uint64_t block)
    {
        is_used_.store(true, std::memory_order_relaxed);
        constexpr int quick = 1000, yielding = 2000;
        for (int n = 0; front_.load(std::memory_order_acquire) < block; ++n) {
            if (n < quick) continue;
            if (n < yielding) {
                std::this_thread::yield();
            } else {
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            }
        }
    }
    //! Whether a block has come to the gate.
    bool is_used() const { return is_used_.load(std::memory_order_relaxed); }

    //! All blocks below this one have ended, or have no further atomic.
    void set_front(std::uint64_t block) { front_.store(block, std::memory_order_release); }

    //! No block waits any longer: the kernel has ended with an error.
    void open() { set_front(~std::uint64_t{0}); }

private:
    std::atomic<std::uint64_t> front_{0};
    std::atomic<bool> is_used_{false};
};

} // namespace cuda_emulator
