/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_timer.h: stop watches of the host, in milliseconds. C++. On the include path only when
//! asked for, and last on it (compat/include/shims).
//!
//! A watch adds up its sessions, each from a start to a stop. A host's clock does not wait for the GPU: see
//! migration-notes/host_timer.md.
#ifndef CUDA_LEGACY_SHIMS_HELPER_TIMER_H
#define CUDA_LEGACY_SHIMS_HELPER_TIMER_H

// The guards of the original in its versions: where a program has both, the first one counts.
#if !defined(COMMON_HELPER_TIMER_H_) && !defined(HELPER_TIMER_H)
    #define COMMON_HELPER_TIMER_H_
    #define HELPER_TIMER_H

    #if defined(__cplusplus)

        #include <new>

        #include "detail/stop_watch.h"

//! What the functions below take.
class StopWatchInterface {
public:
    StopWatchInterface() {}
    virtual ~StopWatchInterface() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reset() = 0;           //!< to zero; a watch that runs goes on
    virtual float getTime() = 0;        //!< milliseconds of all sessions, and of the one under way
    virtual float getAverageTime() = 0; //!< milliseconds of a session that is over; 0 without one
};

//! The one that sdkCreateTimer makes.
class StopWatchLinux : public StopWatchInterface {
public:
    StopWatchLinux()
        : watch()
    {
    }
    void start() override { cuda_legacy_watch_start(&watch); }
    void stop() override { cuda_legacy_watch_stop(&watch); }
    void reset() override { cuda_legacy_watch_reset(&watch); }
    float getTime() override { return cuda_legacy_watch_time(&watch); }
    float getAverageTime() override { return cuda_legacy_watch_average(&watch); }

private:
    cuda_legacy_stop_watch watch;
};

typedef StopWatchLinux StopWatchWin; // the original's name on Windows

//! Makes a stopped watch. \return whether there is one
inline bool sdkCreateTimer(StopWatchInterface** timer_interface)
{
    *timer_interface = new (std::nothrow) StopWatchLinux();
    return *timer_interface != NULL;
}

//! Deletes a watch; its pointer is null afterwards.
inline bool sdkDeleteTimer(StopWatchInterface** timer_interface)
{
    delete *timer_interface;
    *timer_interface = NULL;
    return true;
}

//! \return whether there is a watch, as for the next two
inline bool sdkStartTimer(StopWatchInterface** timer_interface)
{
    if (*timer_interface) (*timer_interface)->start();
    return *timer_interface != NULL;
}

inline bool sdkStopTimer(StopWatchInterface** timer_interface)
{
    if (*timer_interface) (*timer_interface)->stop();
    return *timer_interface != NULL;
}

inline bool sdkResetTimer(StopWatchInterface** timer_interface)
{
    if (*timer_interface) (*timer_interface)->reset();
    return *timer_interface != NULL;
}

//! Milliseconds of all sessions; 0 without a watch.
inline float sdkGetTimerValue(StopWatchInterface** timer_interface)
{
    return *timer_interface ? (*timer_interface)->getTime() : 0.f;
}

//! Milliseconds of a session, on average; 0 without a watch.
inline float sdkGetAverageTimerValue(StopWatchInterface** timer_interface)
{
    return *timer_interface ? (*timer_interface)->getAverageTime() : 0.f;
}

    #endif

#endif

#endif
