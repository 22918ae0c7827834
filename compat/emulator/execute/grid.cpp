// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads the blocks of a launch over the machine's cores.
//
// A kernel whose blocks can see each other's order (atomics that return, floating-point atomics, volatile or acquire
// loads, printf) runs in one thread, in block order, so that every run gives the same result. A block that can only
// wait for another is left and resumed after the others had a turn.
#include "execute/grid.h"

#include "execute/block.h"
#include "settings/environment.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace cuda_emulator {

namespace {

// Threads that stay between launches. Never destroyed: they may outlive main.
class thread_pool {
public:
    static thread_pool& instance()
    {
        static auto* pool = new thread_pool;
        return *pool;
    }
    unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

    // Runs the task on every thread of the pool and on this one; returns when all are done.
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
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
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

class grid_run {
public:
    grid_run(launch& g, bool exclusive)
        : launch_(g)
        , exclusive_(exclusive)
        , total_(g.grid.volume())
    {
    }

    void work()
    {
        try {
            while (!stopped_.load(std::memory_order_relaxed)) {
                std::unique_ptr<block_run> b = take();
                if (!b) return;
                if (b->run() == progress::finished) {
                    free_blocks_push(std::move(b));
                } else {
                    if (timeout_ > 0 &&
                        std::chrono::steady_clock::now() - begin_ > std::chrono::duration<double>(timeout_))
                        b->give_up(timeout_);
                    std::lock_guard lock(mutex_);
                    suspended_.push_back(std::move(b));
                }
            }
        } catch (...) {
            std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
            stopped_ = true;
        }
    }
    void finish()
    {
        if (error_) std::rethrow_exception(error_);
        if (launch_.counters)
            for (const auto& b : free_)
                b->add_counters_to(*launch_.counters);
    }

private:
    // A block that has not begun, as long as there is one and few are suspended; else the one suspended longest.
    std::unique_ptr<block_run> take()
    {
        std::unique_lock lock(mutex_);
        std::unique_ptr<block_run> b;
        const bool fresh_left = next_ < total_;
        if (!suspended_.empty() && (!fresh_left || !launch_.cooperative) && (resume_first_ || !fresh_left)) {
            b = std::move(suspended_.front());
            suspended_.pop_front();
            resume_first_ = false;
            return b;
        }
        if (!fresh_left) return nullptr;
        resume_first_ = true;
        const std::uint64_t index = next_++;
        if (!free_.empty()) {
            b = std::move(free_.back());
            free_.pop_back();
        }
        lock.unlock();
        if (!b) b = std::make_unique<block_run>(launch_, exclusive_);
        b->start(index);
        return b;
    }
    void free_blocks_push(std::unique_ptr<block_run> b)
    {
        std::lock_guard lock(mutex_);
        free_.push_back(std::move(b));
    }

    // Seconds until a kernel with blocks that still wait or spin is given up; 0: never.
    static double timeout() { return number_in("CUDA_EMULATOR_TIMEOUT", 300, 0, 1e9); }

    launch& launch_;
    const double timeout_ = timeout();
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    bool exclusive_;
    std::uint64_t total_;
    std::mutex mutex_;
    std::uint64_t next_ = 0;
    bool resume_first_ = false;
    std::deque<std::unique_ptr<block_run>> suspended_;
    std::vector<std::unique_ptr<block_run>> free_;
    std::atomic<bool> stopped_{false};
    std::exception_ptr error_;
};

} // namespace

void execute(launch& l)
{
    const bool alone = l.code->ordered || l.cooperative || l.grid.volume() == 1;
    auto& pool = thread_pool::instance();
    if (alone || pool.size() == 1) {
        grid_run run(l, true);
        run.work();
        run.finish();
    } else {
        grid_run run(l, false);
        pool.run([&] { run.work(); });
        run.finish();
    }
}

} // namespace cuda_emulator
