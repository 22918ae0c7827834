// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches the legacy kernels of matmul without their entry functions, which refuse partial tiles.
#pragma once

#include <cuda_runtime.h>

namespace pairs {

//! Each takes matrices in device memory, square, `width` elements wide, and blocks of 16 x 16 threads.
void launch_naive(dim3 blocks, float* m, float* n, float* p, int width);
void launch_tiled(dim3 blocks, float* m, float* n, float* p, int width);
void launch_shared_double(dim3 blocks, double* m, double* n, double* p, int width);

} // namespace pairs
