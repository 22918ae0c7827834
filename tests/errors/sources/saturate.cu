// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `__saturatef`.
// note: from-cuda-n.md
__device__ float call(float x) { return saturate(x); }
