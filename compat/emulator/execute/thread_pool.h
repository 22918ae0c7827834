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

    //! Runs the task on the calling thread and on threads of the pool, and waits for all of them. A thread of the pool
    //! that wakes after the calling one has ended does not run the task. `alone`: the calling thread begins alone, and
    //! its task may call call_others().
    void run(const std::function<void()>& task, bool alone)
    {
        {
            std::lock_guard lock(mutex_);
            task_ = &task;
        }
        if (!alone) call_others();
        task();
        std::unique_lock lock(mutex_);
        task_ = nullptr;
        done_.wait(lock, [&] { return running_ == 0; });
    }

    //! Wakes the pool's threads to run the task.
    void call_others()
    {
        std::lock_guard lock(mutex_);
        ++generation_;
        wake_.notify_all();
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
            if (!task_) continue;
            const auto* task = task_;
            ++running_;
            lock.unlock();
            (*task)();
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
