// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that the compiler inlines at each call.
#pragma once

__device__ __forceinline__ int twice(int x)
{
    return clock() % 2 ? x + x : 2 * x; // @twice
}
