// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three launches that end, a host that sleeps, and a kernel whose last block spins until the watchdog ends it: what
// CUDA_EMULATOR_PROGRESS says of each.
#include <cstdio>
#include <unistd.h>

__global__ void add(int* p) { atomicAdd(p, 1); }

__global__ void last_block_spins(volatile int* p)
{
    if (blockIdx.x == gridDim.x - 1)
        while (*p >= 0) {}
}

int main()
{
    int* p = nullptr;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    for (int i = 0; i < 3; ++i)
        add<<<2, 64>>>(p);
    usleep(1500000);
    last_block_spins<<<3, 32>>>(p);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
