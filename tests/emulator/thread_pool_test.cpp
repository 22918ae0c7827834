// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that run blocks: who runs a task, and for which launches other threads are not woken.
#include <boost/test/unit_test.hpp>

#include "execute/thread_pool.h"
#include "machine/block_time.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdlib.h>
#include <thread>

namespace {

using cuda_emulator::block_time;
using cuda_emulator::thread_pool;

struct four_threads {
    four_threads() { setenv("CUDA_EMULATOR_THREADS", "4", 1); }
};

// Runs a task that waits until several threads are in it, or for a minute. Returns their number.
unsigned threads_in_task(bool alone, bool calls)
{
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<unsigned> inside{0};
    thread_pool& pool = thread_pool::instance();
    pool.run(
        [&] {
            ++inside;
            if (std::this_thread::get_id() != caller) return;
            if (calls) pool.call_others();
            const bool expects = calls || !alone;
            const auto end = std::chrono::steady_clock::now() +
                             (expects ? std::chrono::milliseconds(60000) : std::chrono::milliseconds(20));
            while (inside < pool.size() && std::chrono::steady_clock::now() < end)
                std::this_thread::yield();
        },
        alone);
    return inside;
}

} // namespace

BOOST_GLOBAL_FIXTURE(four_threads);

BOOST_AUTO_TEST_CASE(all_threads_run_a_task)
{
    BOOST_TEST(thread_pool::instance().size() == 4);
    BOOST_TEST(threads_in_task(false, false) == 4);
}

BOOST_AUTO_TEST_CASE(a_task_that_begins_alone_stays_alone_until_it_calls)
{
    BOOST_TEST(threads_in_task(true, false) == 1);
    BOOST_TEST(threads_in_task(true, true) == 4);
}

// A thread that wakes late must not touch a task that is over.
BOOST_AUTO_TEST_CASE(no_thread_runs_a_task_after_its_end)
{
    const auto late = std::make_shared<std::atomic<unsigned>>(0);
    const std::thread::id caller = std::this_thread::get_id();
    for (int k = 0; k < 1000; ++k) {
        auto is_over = std::make_shared<std::atomic<bool>>(false);
        thread_pool::instance().run(
            [is_over, late, caller] {
                const auto own = is_over; // the task may be gone after the sleep
                const auto its_late = late;
                std::this_thread::sleep_for(std::chrono::microseconds(std::this_thread::get_id() == caller ? 20 : 200));
                if (*own) ++*its_late;
            },
            false);
        *is_over = true;
    }
    BOOST_TEST(*late == 0u);
}

BOOST_AUTO_TEST_CASE(a_launch_is_brief_if_earlier_ones_were)
{
    const block_time::seconds microsecond(1e-6);
    block_time t;
    BOOST_TEST(!t.is_brief(1)); // not known
    t.ended(microsecond);
    BOOST_TEST(t.is_brief(40));
    BOOST_TEST(!t.is_brief(60));
}

BOOST_AUTO_TEST_CASE(a_long_launch_counts_for_some_launches_more)
{
    const block_time::seconds microsecond(1e-6);
    block_time t;
    t.ended(microsecond);
    t.ended(100 * microsecond);
    BOOST_TEST(!t.is_brief(1));
    t.ended(microsecond);
    BOOST_TEST(!t.is_brief(1));
    for (int k = 0; k < 30; ++k)
        t.ended(microsecond);
    BOOST_TEST(t.is_brief(40));
}
