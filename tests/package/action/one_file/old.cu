// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old, and with a wrong result of its own: status 3.
#include <stdio.h>

texture<int, 1, cudaReadModeElementType> numbers;

__global__ void twice(int* out) { out[threadIdx.x] = 2 * tex1Dfetch(numbers, threadIdx.x); }

int main()
{
    int host[32], *in = 0, *out = 0;
    for (int i = 0; i < 32; ++i)
        host[i] = i;
    cudaMalloc((void**)&in, sizeof host);
    cudaMalloc((void**)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaBindTexture(0, numbers, in, sizeof host);
    twice<<<1, 32>>>(out);
    cudaThreadSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaUnbindTexture(numbers);
    cudaFree(in);
    cudaFree(out);
    printf("last %d\n", host[31]);
    return host[31] == 63 ? 0 : 3;
}
