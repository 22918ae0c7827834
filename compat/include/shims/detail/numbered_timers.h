// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timers of cutil.h. A number means the same timer in all sources and threads of a program.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_NUMBERED_TIMERS_H
#define CUDA_LEGACY_SHIMS_DETAIL_NUMBERED_TIMERS_H

#include <stdio.h>

#include "shared_state.h"
#include "stop_watch.h"

struct cuda_legacy_timer {
    struct cuda_legacy_stop_watch __watch;
    struct cuda_legacy_timer* __older;
    unsigned int __number; // counts from 1
    int __used__;
};

CUDA_LEGACY_DETAIL_BEGIN_SHARED
CUDA_LEGACY_DETAIL_ONE_FOR_ALL struct cuda_legacy_timer* cuda_legacy_newest_timer = NULL;
CUDA_LEGACY_DETAIL_END_SHARED

// A timer stays in the list until the program ends. A new timer takes the place of a deleted one.
#if defined(_MSC_VER)
    #include <intrin.h>
    #define CUDA_LEGACY_DETAIL_SWAP_POINTER(__place, __old, fresh)                                                     \
        (_InterlockedCompareExchangePointer((void* volatile*)(__place), (fresh), (__old)) == (void*)(__old))
    #define CUDA_LEGACY_DETAIL_SWAP_INT(__place, __old, fresh)                                                         \
        (_InterlockedCompareExchange((long volatile*)(__place), (fresh), (__old)) == (__old))
#else
    #define CUDA_LEGACY_DETAIL_SWAP_POINTER(__place, __old, fresh)                                                     \
        __sync_bool_compare_and_swap((__place), (__old), (fresh))
    #define CUDA_LEGACY_DETAIL_SWAP_INT(__place, __old, fresh) __sync_bool_compare_and_swap((__place), (__old), (fresh))
#endif

// Finds the timer with a number. Without such a timer, prints a message and gives null.
static inline struct cuda_legacy_timer* cuda_legacy_timer_of(unsigned int __number)
{
    struct cuda_legacy_timer* __timer;
    for (__timer = cuda_legacy_newest_timer; __timer; __timer = __timer->__older)
        if (__timer->__number == __number && __timer->__used__) return __timer;
    fprintf(stderr, "There is no timer %u.\n", __number);
    return NULL;
}

// Creates a timer and gives its number, or 0 if there is no memory.
static inline unsigned int cuda_legacy_new_timer(void)
{
    struct cuda_legacy_timer* __timer;
    const struct cuda_legacy_stop_watch __stopped = {0, 0, 0, 0};
    for (__timer = cuda_legacy_newest_timer; __timer; __timer = __timer->__older)
        if (CUDA_LEGACY_DETAIL_SWAP_INT(&__timer->__used__, 0, 1)) {
            __timer->__watch = __stopped;
            return __timer->__number;
        }
    __timer = (struct cuda_legacy_timer*)malloc(sizeof *__timer);
    if (!__timer) return 0;
    __timer->__watch = __stopped;
    __timer->__used__ = 1;
    do {
        __timer->__older = cuda_legacy_newest_timer;
        __timer->__number = __timer->__older ? __timer->__older->__number + 1 : 1;
    } while (!CUDA_LEGACY_DETAIL_SWAP_POINTER(&cuda_legacy_newest_timer, __timer->__older, __timer));
    return __timer->__number;
}

#endif
