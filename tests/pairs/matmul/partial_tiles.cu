// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "partial_tiles.hpp"

// The unchanged files, each in a namespace, because two have a kernel of the same name. Their includes come first.
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

#define main documents_main
namespace naive_file {
#include "../../../legacy/matmul/naive.cu"
}
#undef TILE_WIDTH // a parameter of a template in the next file
namespace tiled_file {
#include "../../../legacy/matmul/tiled.cu"
}
namespace shared_double_file {
#include "../../../legacy/matmul/shared_double.cu"
}
#undef main

namespace pairs {

void launch_naive(dim3 blocks, float* m, float* n, float* p, int width)
{
    naive_file::MatrixMulKernel<<<blocks, dim3(16, 16)>>>(m, n, p, width);
}

void launch_tiled(dim3 blocks, float* m, float* n, float* p, int width)
{
    tiled_file::MatrixMulKernel<16><<<blocks, dim3(16, 16)>>>(m, n, p, width);
}

void launch_shared_double(dim3 blocks, double* m, double* n, double* p, int width)
{
    shared_double_file::matrixMult<<<blocks, dim3(16, 16)>>>(m, n, p, width, width);
}

} // namespace pairs
