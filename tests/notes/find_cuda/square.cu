// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void square(int* numbers, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

void square_all(int* d_numbers, int n) { square<<<(n + 255) / 256, 256>>>(d_numbers, n); }
