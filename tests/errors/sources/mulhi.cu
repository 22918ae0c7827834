// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__mulhi`.
// note: from-cuda-n.md
__device__ unsigned product(unsigned x, unsigned y) { return mulhi(x, y); }
