// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old programs have their own copy of CUB, in the same namespace, and use Thrust beside it. The copy's names stay as
// they are.
#define CUB_PTX_ARCH 0

namespace cub {
template <int A>
struct Int2Type {
    enum { VALUE = A };
};
struct Sum {
    template <typename T>
    __host__ __device__ T operator()(const T& a, const T& b) const
    {
        return a + b;
    }
};
} // namespace cub

#include <thrust/device_vector.h>
#include <thrust/reduce.h>

namespace cub {
template <typename T, int ITEMS>
__host__ __device__ T reduce(const T* items, Sum sum, Int2Type<ITEMS>)
{
    return sum(items[ITEMS - 1], reduce(items, sum, Int2Type<ITEMS - 1>()));
}
template <typename T>
__host__ __device__ T reduce(const T* items, Sum, Int2Type<1>)
{
    return items[0];
}
} // namespace cub

int total(const thrust::device_vector<int>& values)
{
    const int two[2] = {values.front(), values.back()};
    return cub::reduce(two, cub::Sum(), cub::Int2Type<2>()) +
           thrust::reduce(values.begin(), values.end(), 0, cub::Sum());
}
