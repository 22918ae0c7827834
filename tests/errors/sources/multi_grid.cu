// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch one cooperative kernel for each device, and order them by events.
// note: from-cuda-n.md
// needs: cuda/std/type_traits
// drop: incomplete type
#include <cooperative_groups.h>
__global__ void kernel() { cooperative_groups::this_multi_grid().sync(); }
