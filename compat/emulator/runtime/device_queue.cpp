// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device_queue.h"

#include "runtime/capture.h"
#include "runtime/context.h"
#include "settings/environment.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace cuda_emulator {

namespace {

using clock = std::chrono::steady_clock;

// A call returns if a function of the program takes longer: it may wait for the calling thread.
constexpr std::chrono::milliseconds patience{100};

struct queued_work {
    CUstream_st* stream;
    bool blocks_legacy; //!< the legacy stream waits for it
    std::uint64_t number, after;
    std::function<void()> work;
    bool runs = false;
    std::optional<clock::time_point> in_function_since{}; //!< empty: no function of the program runs
};

struct device_queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::list<queued_work> all; //!< in the order of submission; work that ends leaves the list
    std::uint64_t submitted = 0;
    unsigned waiters = 0; //!< threads of the program that wait
    unsigned idle = 0;    //!< threads of the device without work
    unsigned running = 0, parked = 0;
    bool program_ends = false;
};

// Never destroyed: the device's threads use it until the process ends.
device_queue& queue()
{
    static auto& all = *new device_queue;
    return all;
}
std::atomic<bool> is_busy{false}; // for the usual answer without a lock
thread_local bool is_device_thread = false;
thread_local host_question own_question; // empty: the submitting call has returned
thread_local queued_work* own_work = nullptr;

// The functions from here to wait_for_all() want the lock.

bool with_legacy(const CUstream_st* s) { return !s || !(s->flags & cudaStreamNonBlocking); }

// A queued stream may be gone, so only its address is used. `is_with_legacy` is with_legacy() of `s`.
bool comes_before(const queued_work& w, const CUstream_st* s, bool is_with_legacy)
{
    return w.stream == s || (!w.stream && is_with_legacy) || (!s && w.blocks_legacy);
}

bool is_queued(std::uint64_t number)
{
    if (number == 0) return false;
    for (const queued_work& w : queue().all)
        if (w.number >= number) return w.number == number;
    return false;
}

// The first work that does not run yet and waits for none, or the end of the list.
std::list<queued_work>::iterator first_ready()
{
    auto& all = queue().all;
    return std::find_if(all.begin(), all.end(), [&](const queued_work& w) {
        const auto comes_before_it = [&](const queued_work& earlier) {
            return earlier.number < w.number && comes_before(earlier, w.stream, w.blocks_legacy);
        };
        return !w.runs && std::none_of(all.begin(), all.end(), comes_before_it) && !is_queued(w.after);
    });
}

void run_device();

// Each work that may run has a thread, because it may wait for work of another stream.
void find_thread()
{
    device_queue& q = queue();
    if (q.idle > 0 || first_ready() == q.all.end()) return;
    std::thread(run_device).detach(); // begins when this thread gives up the lock
    ++q.idle;
}

void run_device()
{
    is_device_thread = true;
    const graph_scope no_capture; // this work was submitted already
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    for (;;) {
        auto mine = q.all.end();
        q.changed.wait(lock, [&] { return (mine = first_ready()) != q.all.end(); });
        --q.idle;
        ++q.running;
        mine->runs = true;
        find_thread();
        std::function<void()> work = std::move(mine->work);
        own_work = &*mine;
        lock.unlock();
        work();
        work = nullptr; // may call functions of the program that free user objects
        lock.lock();
        --q.running;
        ++q.idle;
        q.all.erase(mine);
        is_busy = !q.all.empty();
        q.changed.notify_all();
    }
}

std::uint64_t append(CUstream_st* s, std::function<void()> work, std::uint64_t after)
{
    device_queue& q = queue();
    q.all.push_back({s, with_legacy(s), ++q.submitted, after, std::move(work)});
    is_busy = true;
    find_thread();
    q.changed.notify_all();
    return q.submitted;
}

void wait_until_ended(std::unique_lock<std::mutex>& lock, std::uint64_t number)
{
    device_queue& q = queue();
    ++q.waiters;
    q.changed.wait(lock, [&] { return !is_queued(number) || q.program_ends; });
    --q.waiters;
}

// Takes the lock. Waits for the work that is queued now: another thread of the program may go on submitting.
template <class Condition>
void wait_for_all(Condition concerns)
{
    if (!is_busy || is_device_thread) return;
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    std::vector<std::uint64_t> numbers;
    for (const queued_work& w : q.all)
        if (concerns(w)) numbers.push_back(w.number);
    for (const std::uint64_t number : numbers)
        wait_until_ended(lock, number);
}

// Wants the lock. The calling thread stops here once the program ends, because the process takes it along.
void stop_at_end(std::unique_lock<std::mutex>& lock)
{
    device_queue& q = queue();
    if (!q.program_ends) return;
    ++q.parked;
    q.changed.notify_all();
    q.changed.wait(lock, [] { return false; });
}

// A host_question of work whose submitting call has returned. Takes the lock.
bool is_awaited()
{
    std::unique_lock lock(queue().mutex);
    stop_at_end(lock);
    return queue().waiters > 0;
}

// Wants the lock.
bool is_long_in_function(const queued_work& w)
{
    return w.in_function_since && clock::now() - *w.in_function_since > patience;
}

// Wants the lock. The condition may become true by the time alone.
template <class Condition>
void look_until(std::unique_lock<std::mutex>& lock, Condition condition)
{
    while (!condition())
        queue().changed.wait_for(lock, patience / 10);
}

} // namespace

host_question question_of_work() { return own_question ? own_question : is_awaited; }

std::uint64_t run_beside_host(CUstream_st* s, std::function<void()> work)
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
    const std::uint64_t number = append(
        s,
        [work = std::move(work), ask] {
            own_question = ask;
            work();
            own_question = nullptr;
        },
        0);
    const auto goes_on = [&](const queued_work& w) { return w.number == number && !is_long_in_function(w); };
    look_until(lock, [&] { return *has_asked || std::none_of(q.all.begin(), q.all.end(), goes_on); });
    return number;
}

void call_host_function(const std::function<void()>& function)
{
    const auto note = [](bool begins) {
        std::unique_lock lock(queue().mutex);
        if (!begins) stop_at_end(lock);
        own_work->in_function_since.reset();
        if (begins) own_work->in_function_since = clock::now();
        queue().changed.notify_all();
    };
    const cudaError_t before = last_error; // on a GPU another thread calls the function
    if (own_work) note(true);
    in_host_function = true;
    function();
    in_host_function = false;
    if (own_work) note(false);
    last_error = before;
}

bool must_queue(CUstream_st* s)
{
    if (!is_busy || is_device_thread) return false;
    std::lock_guard lock(queue().mutex);
    const auto& all = queue().all;
    const bool is_with_legacy = with_legacy(s);
    return std::any_of(all.begin(), all.end(),
                       [&](const queued_work& w) { return comes_before(w, s, is_with_legacy); });
}

void queue_wait(CUstream_st* s, std::uint64_t number)
{
    std::lock_guard lock(queue().mutex);
    const bool is_with_legacy = with_legacy(s);
    for (const queued_work& w : queue().all)
        if (w.number == number && !comes_before(w, s, is_with_legacy)) {
            append(
                s, [] {}, number);
            return;
        }
}

std::uint64_t queue_work(CUstream_st* s, std::function<void()> work)
{
    std::lock_guard lock(queue().mutex);
    return append(s, std::move(work), 0);
}

bool runs_queue() { return is_device_thread; }

bool has_queued_work() { return is_busy; }

bool has_ended(std::uint64_t number)
{
    if (!is_busy) return true;
    std::lock_guard lock(queue().mutex);
    return !is_queued(number);
}

bool end_queue()
{
    if (!is_busy || is_device_thread) return true;
    device_queue& q = queue();
    std::unique_lock lock(q.mutex);
    q.program_ends = true;
    const auto begin = clock::now(); // a function may have had its time, and be about to end
    look_until(lock, [&] {
        const bool has_waited = clock::now() - begin > patience;
        const auto in_functions = has_waited ? std::count_if(q.all.begin(), q.all.end(), is_long_in_function) : 0;
        return q.running == q.parked + in_functions && first_ready() == q.all.end();
    });
    return q.all.empty();
}

void wait_for_queue()
{
    wait_for_all([](const queued_work&) { return true; });
}

bool wait_in_queue(const std::function<bool()>& condition)
{
    const host_question ask = question_of_work();
    const std::chrono::duration<double> timeout(number_in("CUDA_EMULATOR_TIMEOUT", 300, 0, 1e9));
    for (auto begin = clock::now(); !condition();) {
        const auto now = clock::now();
        if (!ask()) begin = now;
        if (timeout.count() > 0 && now - begin > timeout) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return true;
}

void wait_for_stream(CUstream_st* s)
{
    const bool is_with_legacy = with_legacy(s);
    wait_for_all([=](const queued_work& w) { return comes_before(w, s, is_with_legacy); });
}

void wait_for_queued(std::uint64_t number)
{
    if (number == 0 || !is_busy || is_device_thread) return;
    std::unique_lock lock(queue().mutex);
    wait_until_ended(lock, number);
}

} // namespace cuda_emulator
