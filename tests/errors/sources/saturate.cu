// do: Call `__saturatef`.
// note: from-cuda-n.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__device__ float call(float x) { return saturate(x); }
