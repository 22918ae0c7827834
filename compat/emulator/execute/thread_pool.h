// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that run blocks, as many as CUDA_EMULATOR_THREADS says. They persist between launches.
#pragma once

#include "settings/environment.h"
#include "settings/usable_cores.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cuda_emulator {

//! Never destroyed, because its threads may outlive main.
class thread_pool {
public:
    static thread_pool& instance()
    {
        static auto* pool = new thread_pool;
        return *pool;
    }
    //! Threads that run a task: the pool's, and the calling one.
    unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

    //! Runs the task on every thread of the pool and on the calling thread, and waits for all of them.
    void run(const std::function<void()>& task)
    {
        std::unique_lock lock(mutex_);
        task_ = &task;
        ++generation_;
        running_ = static_cast<unsigned>(threads_.size());
        wake_.notify_all();
        lock.unlock();
        task();
        lock.lock();
        done_.wait(lock, [&] { return running_ == 0; });
        task_ = nullptr;
    }

private:
    thread_pool()
    {
        const int cores = static_cast<int>(usable_cores());
        const int n = whole_number_in("CUDA_EMULATOR_THREADS", cores, 1, 1024);
        for (int k = 1; k < n; ++k) {
            threads_.emplace_back([this] { work(); });
            threads_.back().detach();
        }
    }
    void work()
    {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return generation_ != seen; });
            seen = generation_;
            const auto* task = task_;
            lock.unlock();
            if (task) (*task)();
            lock.lock();
            if (--running_ == 0) done_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<std::thread> threads_;
    const std::function<void()>* task_ = nullptr;
    std::uint64_t generation_ = 0;
    unsigned running_ = 0;
};

} // namespace cuda_emulator
