// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timers of cutil.h: numbers that mean the same in all of a program's sources, and in all of its threads.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_NUMBERED_TIMERS_H
#define CUDA_LEGACY_SHIMS_DETAIL_NUMBERED_TIMERS_H

#include <stdio.h>

#include "shared_state.h"
#include "stop_watch.h"

struct cuda_legacy_timer {
    struct cuda_legacy_stop_watch watch;
    struct cuda_legacy_timer* older;
    unsigned int number; // from 1
    int used;
};

CUDA_LEGACY_DETAIL_BEGIN_SHARED
CUDA_LEGACY_DETAIL_ONE_FOR_ALL struct cuda_legacy_timer* cuda_legacy_newest_timer = NULL;
CUDA_LEGACY_DETAIL_END_SHARED

// A timer stays in the list for good. A deleted one is used again.
#if defined(_MSC_VER)
    #include <intrin.h>
    #define CUDA_LEGACY_DETAIL_SWAP_POINTER(place, old, fresh)                                                         \
        (_InterlockedCompareExchangePointer((void* volatile*)(place), (fresh), (old)) == (void*)(old))
    #define CUDA_LEGACY_DETAIL_SWAP_INT(place, old, fresh)                                                             \
        (_InterlockedCompareExchange((long volatile*)(place), (fresh), (old)) == (old))
#else
    #define CUDA_LEGACY_DETAIL_SWAP_POINTER(place, old, fresh) __sync_bool_compare_and_swap((place), (old), (fresh))
    #define CUDA_LEGACY_DETAIL_SWAP_INT(place, old, fresh) __sync_bool_compare_and_swap((place), (old), (fresh))
#endif

// The timer of a number; null with a message when there is none.
static inline struct cuda_legacy_timer* cuda_legacy_timer_of(unsigned int number)
{
    struct cuda_legacy_timer* timer;
    for (timer = cuda_legacy_newest_timer; timer; timer = timer->older)
        if (timer->number == number && timer->used) return timer;
    fprintf(stderr, "There is no timer %u.\n", number);
    return NULL;
}

// A new timer's number; 0 when there is no memory.
static inline unsigned int cuda_legacy_new_timer(void)
{
    struct cuda_legacy_timer* timer;
    const struct cuda_legacy_stop_watch stopped = {0, 0, 0, 0};
    for (timer = cuda_legacy_newest_timer; timer; timer = timer->older)
        if (CUDA_LEGACY_DETAIL_SWAP_INT(&timer->used, 0, 1)) {
            timer->watch = stopped;
            return timer->number;
        }
    timer = (struct cuda_legacy_timer*)malloc(sizeof *timer);
    if (!timer) return 0;
    timer->watch = stopped;
    timer->used = 1;
    do {
        timer->older = cuda_legacy_newest_timer;
        timer->number = timer->older ? timer->older->number + 1 : 1;
    } while (!CUDA_LEGACY_DETAIL_SWAP_POINTER(&cuda_legacy_newest_timer, timer->older, timer));
    return timer->number;
}

#endif
