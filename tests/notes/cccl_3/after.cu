// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A maximum by CUB and a count by Thrust, in the words of CCCL 3. They are there since CUDA 12.9, too.
#include <cstdio>

#include <cub/cub.cuh>
#include <cuda/functional>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/transform_iterator.h>

struct squared {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

struct not_zero {
    __host__ __device__ bool operator()(int x) const { return x != 0; }
};

int largest_square(const thrust::device_vector<int>& values)
{
    const auto squares = thrust::make_transform_iterator(thrust::raw_pointer_cast(values.data()), squared());
    thrust::device_vector<int> result(1);
    int* out = thrust::raw_pointer_cast(result.data());
    const int n = static_cast<int>(values.size());
    size_t bytes = 0;
    cub::DeviceReduce::Reduce(nullptr, bytes, squares, out, n, cuda::maximum<>(), 0);
    thrust::device_vector<char> storage(bytes);
    cub::DeviceReduce::Reduce(thrust::raw_pointer_cast(storage.data()), bytes, squares, out, n, cuda::maximum<>(), 0);
    return result[0];
}

int count_nonzero(const thrust::device_vector<int>& values)
{
    thrust::device_vector<int> kept(values.size());
    return static_cast<int>(thrust::copy_if(values.begin(), values.end(), kept.begin(), not_zero()) - kept.begin());
}

int main()
{
    const int numbers[] = {3, 0, -7, 2, 0, 5};
    const thrust::device_vector<int> values(numbers, numbers + 6);
    const int largest = largest_square(values);
    const int nonzero = count_nonzero(values);
    printf("largest square %d, %d not zero\n", largest, nonzero);
    return !(largest == 49 && nonzero == 4);
}
