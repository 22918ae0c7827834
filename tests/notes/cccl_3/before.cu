// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A maximum by CUB and a count by Thrust, with the names that CCCL 3 removed.
#include <cstdio>

#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>

struct squared : public thrust::unary_function<int, int> {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

int largest_square(const thrust::device_vector<int>& values)
{
    cub::TransformInputIterator<int, squared, const int*> squares(thrust::raw_pointer_cast(values.data()), squared());
    thrust::device_vector<int> result(1);
    int* out = thrust::raw_pointer_cast(result.data());
    int n = (int)values.size();
    size_t bytes = 0;
    cub::DeviceReduce::Reduce(NULL, bytes, squares, out, n, cub::Max(), 0);
    thrust::device_vector<char> storage(bytes);
    cub::DeviceReduce::Reduce(thrust::raw_pointer_cast(storage.data()), bytes, squares, out, n, cub::Max(), 0);
    return result[0];
}

int count_nonzero(const thrust::device_vector<int>& values)
{
    thrust::device_vector<int> kept(values.size());
    return (int)(thrust::copy_if(values.begin(), values.end(), kept.begin(), thrust::identity<int>()) - kept.begin());
}

int main()
{
    int numbers[] = {3, 0, -7, 2, 0, 5};
    thrust::device_vector<int> values(numbers, numbers + 6);
    int largest = largest_square(values);
    int nonzero = count_nonzero(values);
    printf("largest square %d, %d not zero\n", largest, nonzero);
    return !(largest == 49 && nonzero == 4);
}
