// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take it out: `nsys` and `ncu` have options instead.
// note: profiler_control.md
// needs: cuda_profiler_api.h
#include <cuda_profiler_api.h>
void start() { cudaProfilerInitialize("settings", "out.csv", cudaCSV); }
