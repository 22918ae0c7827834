/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's multithreading.h: threads of the host, and a barrier. C and C++. The barrier needs POSIX threads. The
//! folder compat/include/shims is on the include path only on request, and last on it.
//!
//! Now: std::thread and std::barrier.
#ifndef CUDA_LEGACY_SHIMS_MULTITHREADING_H
    #define CUDA_LEGACY_SHIMS_MULTITHREADING_H

    #if !defined(MULTITHREADING_H)
        #define MULTITHREADING_H

        #include "detail/threads.h"

//! Starts a thread. Ends the program if the system has no thread.
//!
//! \param func the function of the thread
//! \param data the argument of the function
//! \return the thread, for cutEndThread
static inline CUTThread cutStartThread(CUT_THREADROUTINE func, void* data)
{
    return cuda_legacy_start_thread(func, data);
}

        #if defined(__cplusplus) && !defined(_WIN32)
struct cuda_legacy_routine {
    void (*__function)(void*);
    void* data;
};

inline void* cuda_legacy_run_routine(void* data)
{
    const cuda_legacy_routine __routine = *static_cast<cuda_legacy_routine*>(data);
    free(data);
    __routine.__function(__routine.data);
    return NULL;
}

//! Starts a thread with a function that CUT_THREADPROC declares, without a cast.
//!
//! \param func the function of the thread
//! \param data the argument of the function
//! \return the thread, for cutEndThread
inline CUTThread cutStartThread(void (*func)(void*), void* data)
{
    cuda_legacy_routine* const __routine = static_cast<cuda_legacy_routine*>(malloc(sizeof(cuda_legacy_routine)));
    if (!__routine) {
        fprintf(stderr, "A thread could not be started.\n");
        exit(EXIT_FAILURE);
    }
    __routine->__function = func;
    __routine->data = data;
    return cuda_legacy_start_thread(&cuda_legacy_run_routine, __routine);
}
        #endif

//! Waits for the end of a thread.
static inline void cutEndThread(CUTThread __thread_id) { cuda_legacy_end_thread(__thread_id); }

//! Stops a thread.
static inline void cutDestroyThread(CUTThread __thread_id) { cuda_legacy_destroy_thread(__thread_id); }

//! Waits for the ends of several threads.
static inline void cutWaitForThreads(const CUTThread* __threads, int __num)
{
    cuda_legacy_end_threads(__threads, __num);
}

        #if !defined(_WIN32)
//! A barrier. Waiting threads continue after a given number of increments.
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
    CUTBarrier __barrier;
    pthread_mutex_init(&__barrier.mutex, NULL);
    pthread_cond_init(&__barrier.conditionVariable, NULL);
    __barrier.releaseCount = releaseCount;
    __barrier.count = 0;
    return __barrier;
}

static inline void cutIncrementBarrier(CUTBarrier* __barrier)
{
    pthread_mutex_lock(&__barrier->mutex);
    if (++__barrier->count >= __barrier->releaseCount) pthread_cond_broadcast(&__barrier->conditionVariable);
    pthread_mutex_unlock(&__barrier->mutex);
}

static inline void cutWaitForBarrier(CUTBarrier* __barrier)
{
    pthread_mutex_lock(&__barrier->mutex);
    while (__barrier->count < __barrier->releaseCount)
        pthread_cond_wait(&__barrier->conditionVariable, &__barrier->mutex);
    pthread_mutex_unlock(&__barrier->mutex);
}

static inline void cutDestroyBarrier(CUTBarrier* __barrier)
{
    pthread_mutex_destroy(&__barrier->mutex);
    pthread_cond_destroy(&__barrier->conditionVariable);
}
        #endif

    #endif

#endif
