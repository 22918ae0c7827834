// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write `cuda::maximum<>{}`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
cub::Max largest;
