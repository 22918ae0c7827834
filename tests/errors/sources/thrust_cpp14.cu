// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Compile with `-std=c++17` or later.
// note: cccl_3.md
// needs: thrust/functional.h
// command: nvcc -std=c++14 -c
#include <thrust/functional.h>
