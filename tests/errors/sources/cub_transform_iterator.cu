// do: Write `thrust::transform_iterator`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
using squares = cub::TransformInputIterator<int, int (*)(int), int*>;
