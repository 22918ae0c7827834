// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stop watch of cutil's timers, StopWatchInterface and shrDeltaT. It uses the host's monotonic clock, in
// milliseconds.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_STOP_WATCH_H
#define CUDA_LEGACY_SHIMS_DETAIL_STOP_WATCH_H

#if defined(_WIN32)
    #ifndef WIN32_LEAN_AND_MEAN
        #define WIN32_LEAN_AND_MEAN
    #endif
    #ifndef NOMINMAX
        #define NOMINMAX
    #endif
    #include <windows.h>
#else
    #include <sys/time.h>
    #include <time.h>
#endif

#include <stdlib.h>

static inline double cuda_legacy_milliseconds(void)
{
#if defined(_WIN32)
    LARGE_INTEGER count, __frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&__frequency);
    return 1e3 * (double)count.QuadPart / (double)__frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC)
    struct timespec __now;
    clock_gettime(CLOCK_MONOTONIC, &__now);
    return 1e3 * (double)__now.tv_sec + 1e-6 * (double)__now.tv_nsec;
#else // C without POSIX
    struct timeval __now;
    gettimeofday(&__now, NULL);
    return 1e3 * (double)__now.tv_sec + 1e-3 * (double)__now.tv_usec;
#endif
}

struct cuda_legacy_stop_watch {
    double __began, total; // milliseconds; total is the time of the finished sessions
    unsigned int __sessions;
    int __running;
};

static inline void cuda_legacy_watch_start(struct cuda_legacy_stop_watch* __watch)
{
    __watch->__began = cuda_legacy_milliseconds();
    __watch->__running = 1;
}

// Has no effect on a watch that is stopped.
static inline void cuda_legacy_watch_stop(struct cuda_legacy_stop_watch* __watch)
{
    if (!__watch->__running) return;
    __watch->total += cuda_legacy_milliseconds() - __watch->__began;
    __watch->__sessions++;
    __watch->__running = 0;
}

// Sets the time to zero. A running watch continues.
static inline void cuda_legacy_watch_reset(struct cuda_legacy_stop_watch* __watch)
{
    __watch->total = 0;
    __watch->__sessions = 0;
    if (__watch->__running) __watch->__began = cuda_legacy_milliseconds();
}

// Gives the time of all sessions, including a running one.
static inline float cuda_legacy_watch_time(const struct cuda_legacy_stop_watch* __watch)
{
    return (float)(__watch->total + (__watch->__running ? cuda_legacy_milliseconds() - __watch->__began : 0));
}

// Gives the average time of the finished sessions; 0 without one.
static inline float cuda_legacy_watch_average(const struct cuda_legacy_stop_watch* __watch)
{
    return __watch->__sessions ? (float)(__watch->total / __watch->__sessions) : 0.f;
}

#endif
