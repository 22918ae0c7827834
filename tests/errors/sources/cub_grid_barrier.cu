// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch a cooperative kernel, and call `cooperative_groups::this_grid().sync()`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
cub::GridBarrier barrier;
