// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One name of each kind, and the headers of Thrust before those of CUB.
#include <thrust/device_vector.h>
#include <thrust/transform.h>

#include <cub/cub.cuh>

#ifdef THRUST_CUB_WRAPPED_NAMESPACE
namespace cub = THRUST_CUB_WRAPPED_NAMESPACE::cub;
namespace thrust = THRUST_CUB_WRAPPED_NAMESPACE::thrust;
#endif

struct negated : thrust::unary_function<int, int> {
    __host__ __device__ int operator()(int x) const { return -x; }
};

__global__ void kernel(int* out)
{
    __shared__ typename cub::BlockReduce<int, 32>::TempStorage storage;
    const int largest = cub::BlockReduce<int, 32>(storage).Reduce(static_cast<int>(cub::LaneId()), cub::Max());
    cub::CTA_SYNC();
    if (threadIdx.x == 0) *out = largest;
}

int main()
{
    thrust::device_vector<int> values(64);
    int* data = thrust::raw_pointer_cast(values.data());
    thrust::transform(values.begin(), values.end(), values.begin(), negated());
    cub::TransformInputIterator<int, negated, int*> input(data, negated());
    std::size_t bytes = 0;
    cub::DeviceReduce::Reduce(nullptr, bytes, input, data, 32, cub::Sum(), 0);
    kernel<<<1, 32>>>(data);
    return cudaDeviceSynchronize();
}
