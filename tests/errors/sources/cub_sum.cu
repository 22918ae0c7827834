// do: Write `cuda::std::plus<>{}`.
// note: cccl_3.md
// needs: cub/cub.cuh
#include <cub/cub.cuh>
cub::Sum sum;
