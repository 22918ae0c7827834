/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_timer.h: stop watches of the host, in milliseconds. C++. The folder compat/include/shims is
//! on the include path only on request, and last on it.
//!
//! A watch adds the times of its sessions. A session lasts from a start to a stop. The clock of the host does not wait
//! for the GPU.
//!
//! Now: CUDA events, cudaEventElapsedTime.
//! Note: migration-notes/host_timer.md.
#ifndef CUDA_LEGACY_SHIMS_HELPER_TIMER_H
    #define CUDA_LEGACY_SHIMS_HELPER_TIMER_H

    // The guards of the original in its versions: where a program has both, the first one counts.
    #if !defined(COMMON_HELPER_TIMER_H_) && !defined(HELPER_TIMER_H)
        #define COMMON_HELPER_TIMER_H_
        #define HELPER_TIMER_H

        #if defined(__cplusplus)

            #include <new>

            #include "detail/stop_watch.h"

//! The interface of a stop watch.
class StopWatchInterface {
public:
    StopWatchInterface() {}
    virtual ~StopWatchInterface() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reset() = 0;           //!< sets the time to zero; a running watch continues
    virtual float getTime() = 0;        //!< the time of all sessions in milliseconds, including a running one
    virtual float getAverageTime() = 0; //!< the average time of the finished sessions in milliseconds; 0 without one
};

//! The stop watch of sdkCreateTimer.
class StopWatchLinux : public StopWatchInterface {
public:
    StopWatchLinux()
        : __watch()
    {
    }
    void start() override { cuda_legacy_watch_start(&__watch); }
    void stop() override { cuda_legacy_watch_stop(&__watch); }
    void reset() override { cuda_legacy_watch_reset(&__watch); }
    float getTime() override { return cuda_legacy_watch_time(&__watch); }
    float getAverageTime() override { return cuda_legacy_watch_average(&__watch); }

private:
    cuda_legacy_stop_watch __watch;
};

typedef StopWatchLinux StopWatchWin; // the original's name on Windows

//! Creates a stop watch, stopped.
//!
//! \param timer_interface receives the watch
//! \return false if there is no memory
inline bool sdkCreateTimer(StopWatchInterface** __timer_interface)
{
    *__timer_interface = new (std::nothrow) StopWatchLinux();
    return *__timer_interface != NULL;
}

//! Deletes a stop watch and sets its pointer to null.
//!
//! \param timer_interface the watch
//! \return true
inline bool sdkDeleteTimer(StopWatchInterface** __timer_interface)
{
    delete *__timer_interface;
    *__timer_interface = NULL;
    return true;
}

//! Starts a stop watch. The next two functions stop and reset it, with the same result.
//!
//! \param timer_interface the watch
//! \return false without a watch
inline bool sdkStartTimer(StopWatchInterface** __timer_interface)
{
    if (*__timer_interface) (*__timer_interface)->start();
    return *__timer_interface != NULL;
}

inline bool sdkStopTimer(StopWatchInterface** __timer_interface)
{
    if (*__timer_interface) (*__timer_interface)->stop();
    return *__timer_interface != NULL;
}

inline bool sdkResetTimer(StopWatchInterface** __timer_interface)
{
    if (*__timer_interface) (*__timer_interface)->reset();
    return *__timer_interface != NULL;
}

//! Gives the time of all sessions.
//!
//! \param timer_interface the watch
//! \return the time in milliseconds; 0 without a watch
inline float sdkGetTimerValue(StopWatchInterface** __timer_interface)
{
    return *__timer_interface ? (*__timer_interface)->getTime() : 0.f;
}

//! Gives the average time of a session.
//!
//! \param timer_interface the watch
//! \return the time in milliseconds; 0 without a watch
inline float sdkGetAverageTimerValue(StopWatchInterface** __timer_interface)
{
    return *__timer_interface ? (*__timer_interface)->getAverageTime() : 0.f;
}

        #endif

    #endif

#endif
