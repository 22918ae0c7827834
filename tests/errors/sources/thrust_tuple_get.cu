// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write `thrust::get<0>(t)`: the member function went with CUDA 13.
// note: cccl_3.md
// needs: thrust/tuple.h
// drop: expected an expression
#include <thrust/tuple.h>
int first(thrust::tuple<int, float> pair) { return pair.get<0>(); }
