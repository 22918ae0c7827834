// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Leave the base class out; write `using result_type = …` where something asks for it.
// note: cccl_3.md
// needs: thrust/functional.h
// drop: class or struct definition is missing
#include <thrust/functional.h>
struct larger : thrust::binary_function<int, int, int> {
    int operator()(int x, int y) const { return x > y ? x : y; }
};
