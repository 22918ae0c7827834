// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as it was written for CUDA 3: nothing of it is changed.
#include <stdio.h>

#include <helper_cuda.h>   // its own
#include <helper_string.h> // which it has not

texture<float> values;

__global__ void twice(float* out) { out[threadIdx.x] = 2 * tex1Dfetch(values, threadIdx.x); }

#include "fill.h"

extern "C" int wait_in_c(void);
int wait_in_cpp();

int main(int argc, char** argv)
{
    if (own_helper() != 1 || checkCmdLineFlag(argc, (const char**)argv, "help")) return 1;
    float host[4] = {1, 2, 3, 4}, filled = 0, *in, *out;
    cudaMalloc((void**)&in, sizeof host);
    cudaMalloc((void**)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, values, in, sizeof host);
    twice<<<1, 4>>>(out);
    cudaThreadSynchronize();
    fill<float><<<1, 4>>>(in, 2.f);
    bump<<<1, 4>>>(in);
    cudaMemcpy(&filled, in, sizeof filled, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaUnbindTexture(values);
    printf("%g %g %g %g %d %d\n", host[0], host[1], host[2], host[3], wait_in_c(), wait_in_cpp());
    return cudaThreadExit() == cudaSuccess && host[3] == 8 && filled == 3 ? 0 : 1;
}
