// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__mulhi`.
// note: device_functions.md
__device__ unsigned product(unsigned x, unsigned y) { return mulhi(x, y); }
