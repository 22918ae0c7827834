// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Name an older host compiler: `nvcc -ccbin g++-12`, `CMAKE_CUDA_HOST_COMPILER`.
// note: from-cuda-n.md
// drop: internal header
// needs: crt/host_config.h
// A compiler that no toolkit has heard of.
#undef __GNUC__
#define __GNUC__ 99
#define __CUDACC__
#include <crt/host_config.h>
