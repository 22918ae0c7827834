// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

extern __device__ int shared_value;
__device__ int twice(int);
void run_other(int* out);
int own_of_other();

// Both objects define it: one of them counts.
template <class T>
__device__ __noinline__ T counter()
{
    return 17;
}
