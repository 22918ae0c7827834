// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/work_beside.h"

#include "settings/usable_cores.h"
#include "translate/compiler.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace cuda_emulator::translation {

namespace {

// With two cores a kernel's translations are compiled side by side, too: the program waits for the last of them.
std::size_t most()
{
    const unsigned cores = usable_cores();
    return std::max(std::min(cores, 2u), cores / 2);
}

} // namespace

work_beside& work_beside::instance()
{
    static auto* const all = new work_beside; // never destroyed: its threads may still run when the program ends
    return *all;
}

work_beside::work_beside()
    : process_(getpid())
{
    std::atexit([] { instance().end(); });
}

void work_beside::add(std::function<void()> f)
{
    if (getpid() != process_) return; // a forked child has none of these threads
    std::lock_guard lock(mutex_);
    if (ending_) return;
    waiting_.push_back(std::move(f));
    changed_.notify_one();
    if (threads_.size() < waiting_.size() + busy_ && threads_.size() < most()) threads_.emplace_back([this] { run(); });
}

void work_beside::run()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (ending_) return;
        const std::function<void()> next = std::move(waiting_.front());
        waiting_.pop_front();
        ++busy_;
        lock.unlock();
        next();
        lock.lock();
        --busy_;
    }
}

void work_beside::end()
{
    if (getpid() != process_) return;
    {
        std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    leave_compilers();
    for (std::thread& t : threads_) // add() starts no thread any more
        t.join();
    threads_.clear();
}

} // namespace cuda_emulator::translation
