// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__float_as_int`.
// note: from-cuda-n.md
__device__ float call(float x) { return float_as_int(x); }
