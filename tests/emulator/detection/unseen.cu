// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defects that no check looks for yet: the table counts them as missed. Each case is right, and with a second argument
// wrong.
#include "../defects/defect.h"

#include <cstring>

// One past the end of an array in local memory, and of one of two in shared memory that a pointer chooses.
__global__ void local_array(float* out, const int* index, bool broken)
{
    float a[8], b[8];
    for (int k = 0; k < 8; ++k)
        a[index[k] & 7] = b[index[k + 1] & 7] = k;
    out[threadIdx.x] = a[broken ? 8 + (index[threadIdx.x] & 1) : index[threadIdx.x] & 7] + b[index[0] & 7];
}
__global__ void chosen_array(float* out, bool broken)
{
    __shared__ float a[64], b[64], c[64];
    a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const float* const one = out[0] < 9 ? a : b;
    out[threadIdx.x] = one[broken ? threadIdx.x + 1 : threadIdx.x] + c[threadIdx.x];
}

// Past the end of a row, in the same allocation.
__global__ void rows(float* m, int width, bool broken)
{
    for (int k = threadIdx.x; k < (broken ? width + 1 : width); k += blockDim.x)
        m[blockIdx.x * width + k] = blockIdx.x;
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *const in = numbers(256), *const out = numbers(256);
    int* index = nullptr;
    cudaMallocManaged(&index, 64 * sizeof(int));
    for (int k = 0; k < 64; ++k)
        index[k] = k;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("local_array")) local_array<<<1, 32>>>(out, index, broken);
    if (is("chosen_array")) chosen_array<<<1, 64>>>(out, broken);
    if (is("rows")) rows<<<4, 32>>>(in, 60, broken);
    return report();
}
