// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuPrintf from a kernel, with and without arguments, and with all threads but one left out.
#include <cuPrintf.cuh>

#include <cuPrintf.cu>

__global__ void speak(int number)
{
    if (threadIdx.x == 3 && blockIdx.x == 1) cuPrintf("value %d and %.2f\n", number, 0.5f);
    if (threadIdx.x == 0 && blockIdx.x == 0) cuPrintf("plain\n");
}

__global__ void restrict_to(int thread, int block) { cuPrintfRestrict(thread, block); }

__global__ void all_speak() { cuPrintf("thread %d of block %d\n", int(threadIdx.x), int(blockIdx.x)); }

int main()
{
    if (cudaPrintfInit() != cudaSuccess) return 1;
    speak<<<2, 32>>>(42);
    if (cudaPrintfDisplay(stdout, true) != cudaSuccess) return 2;
    restrict_to<<<1, 1>>>(2, 1);
    all_speak<<<3, 4>>>();
    if (cudaPrintfDisplay() != cudaSuccess) return 3;
    restrict_to<<<1, 1>>>(CUPRINTF_UNRESTRICTED, 2);
    all_speak<<<3, 2>>>();
    if (cudaPrintfDisplay(stderr) != cudaSuccess) return 4;
    cudaPrintfEnd();
    return 0;
}
