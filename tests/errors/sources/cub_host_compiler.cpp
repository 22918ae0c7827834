// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Add the toolkit's `include/cccl` to the host compiler's path: `-isystem …/include/cccl`. `nvcc` does so by itself.
// note: cccl_3.md
// needs: cub/version.cuh
#include <cub/version.cuh>
