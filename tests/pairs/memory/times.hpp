// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the tests whose documents time kernels by the host's clock. One source file of a program includes
// it.
#pragma once

#include <cstring>
#include <ctime>

#include <dlfcn.h>
#include <sys/time.h>

#include "../paired_test.hpp"

namespace pairs {

inline int readings = -1; // of a clock that advances an hour at each; negative: the real clock

} // namespace pairs

// Replaces the C library's function, for the examples' shared objects too. A driver's readings do not count.
extern "C" int gettimeofday(timeval* time, void*) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    *time = {now.tv_sec, now.tv_nsec / 1000};
    Dl_info caller{};
    if (!dladdr(__builtin_return_address(0), &caller) || !caller.dli_fname ||
        !std::strstr(caller.dli_fname, "/examples/"))
        return 0;
    pairs::note_call("reading");
    if (pairs::readings >= 0) *time = {3600 * pairs::readings++, 0};
    return 0;
}

namespace pairs {

//! Kept defect: the legacy side's times are those of a host clock. If the clock advances an hour between two readings,
//! each of its two kernels takes an hour. The modern stages' times come from events.
template <class Knowledge>
void check_whose_clock(const typename Knowledge::input& in)
{
    double seconds[2] = {-1, -1};
    readings = 0;
    Knowledge::timed_legacy(in, seconds);
    BOOST_TEST(readings == 4);
    for (const auto& [stage, function] : modern_stages<Knowledge>()) {
        float milliseconds[2] = {-1, -1};
        Knowledge::timed_modern(stage, in, milliseconds);
        BOOST_TEST(readings == 4);
        for (const float time : milliseconds) {
            BOOST_TEST(time > 0);
            BOOST_TEST(time < 60000);
        }
    }
    readings = -1;
    BOOST_TEST(seconds[0] == 3600);
    BOOST_TEST(seconds[1] == 3600);
}

} // namespace pairs
