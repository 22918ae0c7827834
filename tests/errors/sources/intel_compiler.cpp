// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take `g++`, clang or Visual C++ as the host compiler: `nvcc -ccbin g++`, `CMAKE_CUDA_HOST_COMPILER`.
// note: from-cuda-n.md
// drop: internal header
// needs: crt/host_config.h
// What Intel's first compiler defines.
#define __ICC 2021
#define __CUDACC__
#include <crt/host_config.h>
