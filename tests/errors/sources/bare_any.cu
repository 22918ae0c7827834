// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: With compat, give `-DCUDA_LEGACY_BARE_VOTES`; else call `__any_sync` with the mask of the lanes that take part.
// note: warp_functions.md
// needs: cuda/std/version
__device__ bool any(const double&);
__global__ void kernel(int* data) { *data = any(*data); }
