// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other unit of bundled/everything.cu. It has main, and also includes all of the headers.
#include <book.h>
#include <cutil_inline.h>
#include <cutil_math.h>
#include <helper_cuda.h>
#include <helper_cuda_drvapi.h>
#include <helper_functions.h>
#include <multithreading.h>
#include <shrQATest.h>
#include <shrUtils.h>

extern "C" unsigned int timer_of_a_c_source(void);

unsigned int glGetError_calls = 0;
extern "C" unsigned int glGetError(void) { return glGetError_calls++; }

float other_unit(StopWatchInterface** timer)
{
    shrLog("%f\n", length(make_float3(1.f)));
    return cutGetTimerValue(timer_of_a_c_source()) + sdkGetTimerValue(timer);
}
