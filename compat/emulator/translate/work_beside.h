// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Background work: looking up compiled kernels, and compiling them.
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

//! A queue served by at most half of the cores, so that the program keeps the others. The end of the program waits for
//! no compiler.
class work_beside {
public:
    static work_beside& instance();

    //! The work may never run, if the program ends first.
    void add(std::function<void()>);

    bool is_ending() const { return ending_; }
    //! Number of threads at work.
    unsigned busy() const { return busy_; }

private:
    work_beside();

    void run();
    void end();

    const pid_t process_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::vector<std::thread> threads_;
    std::atomic<unsigned> busy_{0};
    std::atomic<bool> ending_{false};
};

} // namespace cuda_emulator::translation
