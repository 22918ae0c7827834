// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of multithreading.h and of book.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_THREADS_H
#define CUDA_LEGACY_SHIMS_DETAIL_THREADS_H

#if defined(_WIN32)

    #include <process.h>
    #include <windows.h>

typedef HANDLE CUTThread;
typedef unsigned(WINAPI* CUT_THREADROUTINE)(void*);

    #define CUT_THREADPROC unsigned WINAPI
    #define CUT_THREADEND return 0

static inline CUTThread cuda_legacy_start_thread(CUT_THREADROUTINE routine, void* data)
{
    return (CUTThread)_beginthreadex(NULL, 0, routine, data, 0, NULL);
}

static inline void cuda_legacy_end_thread(CUTThread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

static inline void cuda_legacy_destroy_thread(CUTThread thread)
{
    TerminateThread(thread, 0);
    CloseHandle(thread);
}

#else

    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>

typedef pthread_t CUTThread;
typedef void* (*CUT_THREADROUTINE)(void*);

    #define CUT_THREADPROC void
    #define CUT_THREADEND

// Ends the program when there is no thread to be had.
static inline CUTThread cuda_legacy_start_thread(CUT_THREADROUTINE routine, void* data)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, routine, data) != 0) {
        fprintf(stderr, "A thread could not be started.\n");
        exit(EXIT_FAILURE);
    }
    return thread;
}

static inline void cuda_legacy_end_thread(CUTThread thread) { pthread_join(thread, NULL); }

static inline void cuda_legacy_destroy_thread(CUTThread thread)
{
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

#endif

static inline void cuda_legacy_end_threads(const CUTThread* threads, int count)
{
    int i;
    for (i = 0; i < count; i++)
        cuda_legacy_end_thread(threads[i]);
}

#endif
