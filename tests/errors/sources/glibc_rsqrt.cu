// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The C library is newer than the toolkit knows. glibc 2.41 needs CUDA 13, glibc 2.42 needs CUDA 13.2.
// note: from-cuda-n.md
// What glibc 2.42 declares, for older ones.
extern "C" double rsqrt(double) noexcept(true);
#include <cmath>
