// do: Write `cuda::minimum<>{}`.
// note: cccl_3.md
// needs: cub/cub.cuh
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/cub.cuh>
cub::Min smallest;
