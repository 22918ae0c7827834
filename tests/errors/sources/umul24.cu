// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__umul24`.
// note: device_functions.md
__device__ unsigned product(unsigned x, unsigned y) { return umul24(x, y); }
