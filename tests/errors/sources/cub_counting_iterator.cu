// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write `thrust::counting_iterator`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
cub::CountingInputIterator<int> numbers(0);
