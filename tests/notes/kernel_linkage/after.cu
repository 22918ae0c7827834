// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with a host function between the two sources: CUDA 13 links it without an option.
#include <cstdio>

void fill_block(float* out, float value);

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    fill_block(d_out, 1.5f);
    float out = 0;
    cudaMemcpy(&out, d_out + 31, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    std::printf("%g %s\n", out, cudaGetErrorName(cudaGetLastError()));
}
