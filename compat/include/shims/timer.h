/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' timer.h (CUDA 5 and later): one stop watch of the host for each source. C and C++. The folder
//! compat/include/shims is on the include path only on request, and last on it.
//!
//! The clock of the host does not wait for the GPU: see migration-notes/host_timer.md.
#ifndef CUDA_LEGACY_SHIMS_TIMER_H
#define CUDA_LEGACY_SHIMS_TIMER_H

// The guard of the original: where a program has a copy as well, the first one counts.
#if !defined(TIMER_H)
    #define TIMER_H

    #include "detail/stop_watch.h"

static inline double* cuda_legacy_timer_start(void)
{
    static double start = 0;
    return &start;
}

//! Starts the watch from zero.
static inline void StartTimer(void) { *cuda_legacy_timer_start() = cuda_legacy_milliseconds(); }

//! Gives the time since StartTimer in milliseconds. The watch continues.
static inline double GetTimer(void) { return cuda_legacy_milliseconds() - *cuda_legacy_timer_start(); }

#endif

#endif
