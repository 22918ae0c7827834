// do: Call `__float_as_int`.
// note: from-cuda-n.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__device__ float call(float x) { return float_as_int(x); }
