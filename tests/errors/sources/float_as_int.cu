// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__float_as_int`.
// note: device_functions.md
__device__ float call(float x) { return float_as_int(x); }
