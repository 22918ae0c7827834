// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Compile with `-std=c++17` or later.
// note: cccl_3.md
// command: nvcc -std=c++14 -c
// drop: libcu|Thrust|CUB_IGNORE
// needs: cuda/std/type_traits
#include <cub/util_type.cuh>
