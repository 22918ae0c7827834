// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source of the host's compiler alone: Thrust on the CPU, and an iterator of CUB's.
#include <cub/iterator/counting_input_iterator.cuh>
#include <thrust/host_vector.h>
#include <thrust/transform.h>

struct negated : thrust::unary_function<int, int> {
    int operator()(int x) const { return -x; }
};

int main()
{
    thrust::host_vector<int> values(3);
    thrust::transform(values.begin(), values.end(), values.begin(), negated());
    const cub::CountingInputIterator<int> counts(0);
    return counts[1] - 1 + static_cast<int>(thrust::distance(values.begin(), values.begin()));
}
