// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two objects with device code of their own and of each other (-rdc=true), without launches from the device.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include "other.h"

static __device__ int own = 3;
__constant__ int factor = 2; // other.cu uses it, too

__global__ void run(int* out)
{
    // Both objects have a text for printf and a variable of this name.
    if (threadIdx.x == 0) printf("     main's own is %d\n", own);
    out[threadIdx.x] = twice(threadIdx.x) + shared_value + own + counter<int>();
}

int main()
{
    int *out, host[64];
    cudaMalloc(&out, sizeof host);
    const int hundred = 100, four = 4;
    EXPECT("a variable of the other object", cudaMemcpyToSymbol(shared_value, &hundred, 4) == cudaSuccess);
    EXPECT("one that only this object has", cudaMemcpyToSymbol(own, &four, 4) == cudaSuccess);
    run<<<1, 64>>>(out);
    EXPECT("a kernel", cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    bool good = true;
    for (int k = 0; k < 64; ++k)
        good &= host[k] == 2 * k + 100 + 4 + 17;
    EXPECT("its results", good);
    run_other(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    EXPECT("the other object's kernel", host[0] == 700 && host[1] == 7);
    EXPECT("its own variable", own_of_other() == 700);
    return failures;
}
