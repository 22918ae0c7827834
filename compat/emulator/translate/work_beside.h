// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is done beside the program: looking for compiled kernels, and compiling them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace cuda_emulator::translation {

//! Works in turn, on at most half of the cores: the program has its own. A program that ends waits for none
//! of it.
class work_beside {
public:
    static work_beside& instance();

    //! Does it soon, or never: the program may end before.
    void add(std::function<void()>);

    bool is_ending() const { return ending_; }

private:
    work_beside();

    void run();
    void end();

    const pid_t process_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::vector<std::thread> threads_;
    std::size_t busy_ = 0; //!< of the threads
    std::atomic<bool> ending_{false};
};

} // namespace cuda_emulator::translation
