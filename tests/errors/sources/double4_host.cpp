// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Say which alignment the program counts on: `double4_16a` (as before) or `double4_32a`.
// note: vector_types.md
#include <cuda_runtime.h>
double4 values;
