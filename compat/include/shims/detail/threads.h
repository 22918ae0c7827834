// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads for multithreading.h and book.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_THREADS_H
#define CUDA_LEGACY_SHIMS_DETAIL_THREADS_H

#if defined(_WIN32)

    #include <process.h>
    #include <windows.h>

typedef HANDLE CUTThread;
typedef unsigned(WINAPI* CUT_THREADROUTINE)(void*);

    #define CUT_THREADPROC unsigned WINAPI
    #define CUT_THREADEND return 0

static inline CUTThread cuda_legacy_start_thread(CUT_THREADROUTINE __routine, void* data)
{
    return (CUTThread)_beginthreadex(NULL, 0, __routine, data, 0, NULL);
}

static inline void cuda_legacy_end_thread(CUTThread __thread_id)
{
    WaitForSingleObject(__thread_id, INFINITE);
    CloseHandle(__thread_id);
}

static inline void cuda_legacy_destroy_thread(CUTThread __thread_id)
{
    TerminateThread(__thread_id, 0);
    CloseHandle(__thread_id);
}

#else

    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>

typedef pthread_t CUTThread;
typedef void* (*CUT_THREADROUTINE)(void*);

    #define CUT_THREADPROC void
    #define CUT_THREADEND

// Starts a thread. Ends the program if the system has no thread.
static inline CUTThread cuda_legacy_start_thread(CUT_THREADROUTINE __routine, void* data)
{
    pthread_t __thread_id;
    if (pthread_create(&__thread_id, NULL, __routine, data) != 0) {
        fprintf(stderr, "A thread could not be started.\n");
        exit(EXIT_FAILURE);
    }
    return __thread_id;
}

static inline void cuda_legacy_end_thread(CUTThread __thread_id) { pthread_join(__thread_id, NULL); }

static inline void cuda_legacy_destroy_thread(CUTThread __thread_id)
{
    pthread_cancel(__thread_id);
    pthread_join(__thread_id, NULL);
}

#endif

static inline void cuda_legacy_end_threads(const CUTThread* __threads, int count)
{
    int __i;
    for (__i = 0; __i < count; __i++)
        cuda_legacy_end_thread(__threads[__i]);
}

#endif
