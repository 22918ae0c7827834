// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device_queue.h"

#include "runtime/capture.h"
#include "settings/environment.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace cuda_emulator {

namespace {

struct queued_work {
    CUstream_st* stream;
    bool blocks_legacy; //!< the legacy stream waits for it
    work_kind kind;
    std::uint64_t number;
    std::function<void()> work;
};

struct device_queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<queued_work> waiting; //!< the first one runs
    std::uint64_t submitted = 0, ended = 0;
    unsigned waiters = 0; //!< threads of the program that wait
    bool has_thread = false;
    bool program_ends = false, is_parked = false;
};

// Never destroyed: the device's thread uses it until the process ends.
device_queue& queue()
{
    static auto& all = *new device_queue;
    return all;
}
std::atomic<bool> is_busy{false}; // for the usual answer without a lock
thread_local bool is_device_thread = false;

bool with_legacy(const CUstream_st* s) { return !s || !(s->flags & cudaStreamNonBlocking); }

bool comes_before(const queued_work& w, const CUstream_st* s)
{
    return w.stream == s || (!w.stream && with_legacy(s)) || (!s && w.blocks_legacy);
}

void run_device()
{
    is_device_thread = true;
    const graph_scope no_capture; // this work was submitted already
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    for (;;) {
        q.changed.wait(lock, [&] { return !q.waiting.empty(); });
        const std::function<void()> work = std::move(q.waiting.front().work);
        lock.unlock();
        work();
        lock.lock();
        q.ended = q.waiting.front().number;
        q.waiting.pop_front();
        is_busy = !q.waiting.empty();
        q.changed.notify_all();
    }
}

// Call with the lock held.
std::uint64_t append(CUstream_st* s, work_kind kind, std::function<void()> work)
{
    device_queue& q = queue();
    q.waiting.push_back({s, with_legacy(s), kind, ++q.submitted, std::move(work)});
    is_busy = true;
    if (!std::exchange(q.has_thread, true)) std::thread(run_device).detach();
    q.changed.notify_all();
    return q.submitted;
}

// Call with the lock held.
bool first_is_kernel()
{
    const auto& waiting = queue().waiting;
    return !waiting.empty() && waiting.front().kind == work_kind::kernel;
}

// Call with the lock held.
void wait_until_ended(std::unique_lock<std::mutex>& lock, std::uint64_t number)
{
    device_queue& q = queue();
    ++q.waiters;
    q.changed.wait(lock, [&] { return q.ended >= number; });
    --q.waiters;
}

} // namespace

bool run_beside_host(CUstream_st* s, work_kind kind, std::function<void(const host_question&)> work)
{
    device_queue& q = queue();
    const auto has_asked = std::make_shared<bool>(false);
    const host_question ask = [has_asked] {
        {
            device_queue& all = queue();
            std::lock_guard lock(all.mutex);
            if (!std::exchange(*has_asked, true)) all.changed.notify_all();
        }
        return is_awaited();
    };
    std::unique_lock lock(q.mutex);
    if (!q.waiting.empty()) return false;
    const std::uint64_t number = append(s, kind, [work = std::move(work), ask] { work(ask); });
    q.changed.wait(lock, [&] { return q.ended >= number || *has_asked; });
    return true;
}

bool must_queue(CUstream_st* s, work_kind kind)
{
    if (!is_busy || is_device_thread) return false;
    device_queue& q = queue();
    std::lock_guard lock(q.mutex);
    if (kind == work_kind::kernel && first_is_kernel()) return true;
    return std::any_of(q.waiting.begin(), q.waiting.end(), [&](const queued_work& w) { return comes_before(w, s); });
}

std::uint64_t queue_work(CUstream_st* s, std::function<void()> work, work_kind kind)
{
    std::lock_guard lock(queue().mutex);
    return append(s, kind, std::move(work));
}

bool runs_queue() { return is_device_thread; }

bool has_ended(std::uint64_t number)
{
    if (number == 0 || !is_busy) return true;
    std::lock_guard lock(queue().mutex);
    return queue().ended >= number;
}

bool is_awaited()
{
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    if (q.program_ends) {
        q.is_parked = true;
        q.changed.notify_all();
        q.changed.wait(lock, [] { return false; }); // the process takes this thread along
    }
    return q.waiters > 0;
}

bool end_queue()
{
    if (!is_busy || is_device_thread) return true;
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    q.program_ends = true;
    q.changed.wait(lock, [&] { return q.waiting.empty() || q.is_parked; });
    return q.waiting.empty();
}

void wait_for_queue()
{
    if (!is_busy || is_device_thread) return;
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    wait_until_ended(lock, q.submitted);
}

bool wait_in_queue(const std::function<bool()>& condition, const host_question& ask)
{
    using clock = std::chrono::steady_clock;
    const std::chrono::duration<double> timeout(number_in("CUDA_EMULATOR_TIMEOUT", 300, 0, 1e9));
    for (auto begin = clock::now(); !condition();) {
        const auto now = clock::now();
        if (!ask()) begin = now;
        if (timeout.count() > 0 && now - begin > timeout) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return true;
}

bool is_kernel_queued()
{
    if (!is_busy || is_device_thread) return false;
    std::lock_guard lock(queue().mutex);
    return first_is_kernel();
}

void wait_for_kernel()
{
    std::unique_lock lock(queue().mutex);
    if (first_is_kernel()) wait_until_ended(lock, queue().waiting.front().number);
}

void wait_for_stream(CUstream_st* s)
{
    if (!is_busy || is_device_thread) return;
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    const auto last =
        std::find_if(q.waiting.rbegin(), q.waiting.rend(), [&](const queued_work& w) { return comes_before(w, s); });
    if (last != q.waiting.rend()) wait_until_ended(lock, last->number);
}

void wait_for_queued(std::uint64_t number)
{
    if (number == 0 || !is_busy || is_device_thread) return;
    std::unique_lock lock(queue().mutex);
    wait_until_ended(lock, number);
}

} // namespace cuda_emulator
