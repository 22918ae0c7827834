// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host source in C++ of an old program.
#include "symbol_names.h"

cudaError_t through_cpp(const char* name, int in, int* out)
{
    int first = 0;
    cudaError_t error = cudaMemcpyToSymbol(name, &in, sizeof in, 0, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpyFromSymbol(&first, name, sizeof first, 0, cudaMemcpyDeviceToHost);
    first *= 2;
    if (error == cudaSuccess) error = cudaMemcpyToSymbolAsync(name, &first, sizeof first, 0, cudaMemcpyHostToDevice, 0);
    if (error == cudaSuccess) error = cudaMemcpyFromSymbolAsync(out, name, sizeof *out, 0, cudaMemcpyDeviceToHost, 0);
    return error == cudaSuccess ? cudaDeviceSynchronize() : error;
}
