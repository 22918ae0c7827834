/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cutil.h, shrUtils.h and shrQATest.h in a C source of a program whose other sources are C++. */
#include <cutil_inline.h>
#include <shrQATest.h>
#include <shrUtils.h>

unsigned int timer_of_a_c_source(void)
{
    unsigned int timer = 0;
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    CUT_SAFE_CALL(cutStartTimer(timer));
    return timer;
}

CUTBoolean stop_in_a_c_source(unsigned int timer) { return cutStopTimer(timer); }

int log_in_a_c_source(const char* text) { return shrLog("%s", text); }
