// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A texture reference in a program that uses Thrust, whose headers call functions that compat renames.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

texture<float> values;

__global__ void first(float* out) { *out = tex1Dfetch(values, 0); }

int main()
{
    thrust::device_vector<float> memory(16, 1.f);
    cudaBindTexture(NULL, values, thrust::raw_pointer_cast(memory.data()), 64);
    first<<<1, 1>>>(thrust::raw_pointer_cast(memory.data()) + 1);
    return cudaGetLastError() == cudaSuccess && thrust::reduce(memory.begin(), memory.end()) == 16 ? 0 : 1;
}
