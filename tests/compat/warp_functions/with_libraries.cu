// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries with their own `__all` or `__any`, included before compat's header or after it.
#include <algorithm>
#include <any>
#include <bitset>
#include <regex>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <cuda/std/tuple>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/device_vector.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>

#include <cuda_legacy.h>

struct is_odd {
    __host__ __device__ bool operator()(int n) const { return n % 2 != 0; }
};

__global__ void use(int* out, const float* in)
{
    namespace cg = cooperative_groups;
    const cuda::std::mdspan<const float, cuda::std::extents<int, 4, 8>> view(in);
    const cuda::std::tuple<int, float> pair(static_cast<int>(threadIdx.x), view(1, 2));
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int n = cuda::std::get<0>(pair);
    using reduce = cub::WarpReduce<int>;
    __shared__ reduce::TempStorage storage;
    out[threadIdx.x] = cg::reduce(tile, n, cg::plus<int>()) + reduce(storage).Sum(n) + tile.any(n > 3) +
                       tile.all(n > 3) + __any(n > 3) + __all(n > 3) + static_cast<int>(__ballot(n > 3)) +
                       __shfl(n, 3) + __shfl_xor(n, 1);
    out[threadIdx.x] += static_cast<int>(__shfl_down(in[threadIdx.x], 4u));
#ifdef CUDA_LEGACY_BARE_VOTES
    out[threadIdx.x] += any(n > 2) + all(n > 2) + static_cast<int>(ballot(n > 2));
#endif
}

int main()
{
    thrust::device_vector<int> memory(32, 1);
    thrust::device_vector<float> in(32, 1.f);
    use<<<1, 32>>>(thrust::raw_pointer_cast(memory.data()), thrust::raw_pointer_cast(in.data()));
    const std::any anything = std::regex("a|b");
    const bool all = thrust::all_of(memory.begin(), memory.end(), is_odd()),
               any = thrust::any_of(memory.begin(), memory.end(), is_odd());
    return cudaGetLastError() == cudaSuccess && all && any && anything.has_value() && std::bitset<3>(1).any() ? 0 : 1;
}
