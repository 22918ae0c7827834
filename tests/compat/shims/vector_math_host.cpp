// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same functions in a host source, where the header itself defines those that nvcc provides.
#include <cutil_math.h>

#include <helper_math.h>

#include "vector_math.h"

int wrong_in_a_host_source()
{
    if (min(2, 3) != 2 || max(2, 3) != 3 || rsqrtf(4.f) != .5f) return __LINE__;
    if (floor(make_float2(1.5f)).x != 1.f || floor(make_float4(1.5f)).w != 1.f) return __LINE__;
    return first_wrong_line();
}
