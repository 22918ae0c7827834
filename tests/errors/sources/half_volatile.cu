// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `half` has operators from `sm_53` on: compile for it, without `-D__CUDA_NO_HALF_OPERATORS__`. `volatile` hides them, too.
// note: device_functions.md
#include <cuda_fp16.h>
__device__ void add(volatile __half* p) { p[0] = p[0] + p[1]; }
