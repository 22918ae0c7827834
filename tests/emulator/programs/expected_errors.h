// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests for the error that a call of the runtime returns. Each forgets the error, and prints one that was not expected.
#pragma once

#include <cstdio>
#include <cuda_runtime_api.h>

inline bool gives(cudaError_t got, cudaError_t wanted)
{
    cudaGetLastError();
    if (got != wanted) std::printf("    got %s\n", cudaGetErrorName(got));
    return got == wanted;
}
inline bool good(cudaError_t e) { return gives(e, cudaSuccess); }
inline bool invalid(cudaError_t e) { return gives(e, cudaErrorInvalidValue); }
