// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write `thrust::transform_iterator`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
using squares = cub::TransformInputIterator<int, int (*)(int), int*>;
