// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An old program with ranges for the profiler, and a link line of before CUDA 13.
#include <nvToolsExt.h>

int main()
{
    nvtxRangePushA("all of it");
    return nvtxRangePop() > 0;
}
