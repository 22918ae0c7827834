// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that was changed by hand: it defines the old names itself, and no other code does.
#include <cub/cub.cuh>
#include <thrust/device_vector.h>

namespace cub {
struct Sum {
    __host__ __device__ int operator()(int x, int y) const { return x + y; }
};
} // namespace cub

namespace thrust {
template <class Argument, class Result>
struct unary_function {
};
} // namespace thrust

struct squared : thrust::unary_function<int, int> {};

int main() { return cub::Sum()(1, -1); }
