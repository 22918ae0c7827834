// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built with -cudart static: a program with CUDA's runtime inside, and with -DLIBRARY such a library. It reads no
// error.
#include <cstdio>

__global__ void seven(int* out) { *out = 7; }

extern "C" int compute()
{
    int *there = nullptr, here = 0;
    cudaMalloc(&there, sizeof here);
    seven<<<1, 1>>>(there);
    cudaMemcpy(&here, there, sizeof here, cudaMemcpyDefault);
    return here;
}

#if !defined(LIBRARY)
int main()
{
    std::printf("it computed %d\n", compute());
    return 0;
}
#endif
