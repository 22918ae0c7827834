// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Name an older host compiler: `nvcc -ccbin clang++-14`.
// note: from-cuda-n.md
// drop: internal header
// needs: crt/host_config.h
// A compiler that no toolkit has heard of.
#undef __clang_major__
#define __clang__ 1
#define __clang_major__ 99
#define __clang_minor__ 0
#define __CUDACC__
#include <crt/host_config.h>
