/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's multithreading.h: threads of the host, and a barrier. C and C++. On the include path only when asked
//! for, and last on it (compat/include/shims). The barrier is for POSIX threads only.
#ifndef CUDA_LEGACY_SHIMS_MULTITHREADING_H
#define CUDA_LEGACY_SHIMS_MULTITHREADING_H

#if !defined(MULTITHREADING_H)
    #define MULTITHREADING_H

    #include "detail/threads.h"

//! Starts a thread. Ends the program when there is none to be had.
static inline CUTThread cutStartThread(CUT_THREADROUTINE func, void* data)
{
    return cuda_legacy_start_thread(func, data);
}

    #if defined(__cplusplus) && !defined(_WIN32)
struct cuda_legacy_routine {
    void (*function)(void*);
    void* data;
};

inline void* cuda_legacy_run_routine(void* data)
{
    const cuda_legacy_routine routine = *static_cast<cuda_legacy_routine*>(data);
    free(data);
    routine.function(routine.data);
    return NULL;
}

//! The same for what CUT_THREADPROC makes, without a cast.
inline CUTThread cutStartThread(void (*func)(void*), void* data)
{
    cuda_legacy_routine* const routine = static_cast<cuda_legacy_routine*>(malloc(sizeof(cuda_legacy_routine)));
    if (!routine) {
        fprintf(stderr, "A thread could not be started.\n");
        exit(EXIT_FAILURE);
    }
    routine->function = func;
    routine->data = data;
    return cuda_legacy_start_thread(&cuda_legacy_run_routine, routine);
}
    #endif

//! Waits for a thread's end.
static inline void cutEndThread(CUTThread thread) { cuda_legacy_end_thread(thread); }

//! Stops a thread.
static inline void cutDestroyThread(CUTThread thread) { cuda_legacy_destroy_thread(thread); }

//! Waits for the ends of several.
static inline void cutWaitForThreads(const CUTThread* threads, int num) { cuda_legacy_end_threads(threads, num); }

    #if !defined(_WIN32)
//! Holds who waits for it until it was incremented so often.
struct CUTBarrier {
    pthread_mutex_t mutex;
    pthread_cond_t conditionVariable;
    int releaseCount;
    int count;
};
        #if !defined(__cplusplus)
typedef struct CUTBarrier CUTBarrier;
        #endif

static inline CUTBarrier cutCreateBarrier(int releaseCount)
{
    CUTBarrier barrier;
    pthread_mutex_init(&barrier.mutex, NULL);
    pthread_cond_init(&barrier.conditionVariable, NULL);
    barrier.releaseCount = releaseCount;
    barrier.count = 0;
    return barrier;
}

static inline void cutIncrementBarrier(CUTBarrier* barrier)
{
    pthread_mutex_lock(&barrier->mutex);
    if (++barrier->count >= barrier->releaseCount) pthread_cond_broadcast(&barrier->conditionVariable);
    pthread_mutex_unlock(&barrier->mutex);
}

static inline void cutWaitForBarrier(CUTBarrier* barrier)
{
    pthread_mutex_lock(&barrier->mutex);
    while (barrier->count < barrier->releaseCount)
        pthread_cond_wait(&barrier->conditionVariable, &barrier->mutex);
    pthread_mutex_unlock(&barrier->mutex);
}

static inline void cutDestroyBarrier(CUTBarrier* barrier)
{
    pthread_mutex_destroy(&barrier->mutex);
    pthread_cond_destroy(&barrier->conditionVariable);
}
    #endif

#endif

#endif
