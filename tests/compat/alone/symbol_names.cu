// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable is found by its name, and still by its address.
#include <cuda_legacy/symbol_names.h>

#include "check.h"

__constant__ int factor = 3;
__constant__ char text[8] = "factor";

__global__ void read(int* out) { *out = factor + text[0]; }

int main()
{
    const int in = 4;
    int out = 0;
    char characters[8] = {};
    CHECK(cudaMemcpyToSymbol("factor", &in, sizeof in) == cudaSuccess);
    CHECK(cudaMemcpyFromSymbol(&out, factor, sizeof out) == cudaSuccess);
    CHECK(out == 4);
    CHECK(cudaMemcpyFromSymbol(characters, text, sizeof characters) == cudaSuccess);
    CHECK(characters[5] == 'r');
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaMemcpyToSymbol("missing", &in, sizeof in) == cudaErrorInvalidSymbol);
    CHECK(cudaGetLastError() == cudaErrorInvalidSymbol);
    return failures;
}
