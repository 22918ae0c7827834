// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other CUDA source of the program.
#include "symbol_names.h"

__device__ int only_there = 41;
static __device__ int shared_name = 7;

__global__ void both_are_used(int* out) { *out = only_there + shared_name; }

extern "C" cudaError_t value_there(int* value) { return cudaMemcpyFromSymbol(value, only_there, sizeof *value); }
extern "C" cudaError_t shared_name_there(int* value) { return cudaMemcpyFromSymbol(value, shared_name, sizeof *value); }
