// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stop watch below cutil's timers, StopWatchInterface and shrDeltaT: the host's monotonic clock, in milliseconds.
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
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return 1e3 * (double)count.QuadPart / (double)frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC)
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
#else // C without POSIX
    struct timeval now;
    gettimeofday(&now, NULL);
    return 1e3 * (double)now.tv_sec + 1e-3 * (double)now.tv_usec;
#endif
}

struct cuda_legacy_stop_watch {
    double began, total; // milliseconds; total is that of the sessions that are over
    unsigned int sessions;
    int running;
};

static inline void cuda_legacy_watch_start(struct cuda_legacy_stop_watch* watch)
{
    watch->began = cuda_legacy_milliseconds();
    watch->running = 1;
}

// A watch that does not run stays as it is.
static inline void cuda_legacy_watch_stop(struct cuda_legacy_stop_watch* watch)
{
    if (!watch->running) return;
    watch->total += cuda_legacy_milliseconds() - watch->began;
    watch->sessions++;
    watch->running = 0;
}

// A watch that runs goes on, from zero.
static inline void cuda_legacy_watch_reset(struct cuda_legacy_stop_watch* watch)
{
    watch->total = 0;
    watch->sessions = 0;
    if (watch->running) watch->began = cuda_legacy_milliseconds();
}

// All sessions, and the one under way.
static inline float cuda_legacy_watch_time(const struct cuda_legacy_stop_watch* watch)
{
    return (float)(watch->total + (watch->running ? cuda_legacy_milliseconds() - watch->began : 0));
}

// Of a session that is over; 0 without one.
static inline float cuda_legacy_watch_average(const struct cuda_legacy_stop_watch* watch)
{
    return watch->sessions ? (float)(watch->total / watch->sessions) : 0.f;
}

#endif
