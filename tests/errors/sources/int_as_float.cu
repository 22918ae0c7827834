// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__int_as_float`.
// note: device_functions.md
__device__ float call(int x) { return int_as_float(x); }
