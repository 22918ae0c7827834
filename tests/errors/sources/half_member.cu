// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The bits are private: `__half_as_ushort(h)` and `__ushort_as_half(bits)`.
// note: device_functions.md
#include <cuda_fp16.h>
__device__ unsigned short bits(__half value) { return value.x; }
