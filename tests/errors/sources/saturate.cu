// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__saturatef`.
// note: device_functions.md
__device__ float call(float x) { return saturate(x); }
