/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The host source in C of old_program.cu. */
#include "old_program.h"

int known_device(void)
{
    struct cudaDeviceProp device;
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 0;
    return device.major > 0 && device.clockRate >= 0 && device.computeMode >= 0 && device.maxTexture1DLinear > 0;
}

/* A device that cannot page says so, and the program goes on. */
cudaError_t prefetched(void* memory, size_t size)
{
    cudaError_t error = cudaMemAdvise(memory, size, cudaMemAdviseSetPreferredLocation, 0);
    if (error == cudaSuccess) error = cudaMemPrefetchAsync(memory, size, 0, 0);
    if (error == cudaErrorInvalidDevice || error == cudaErrorNotSupported) error = cudaSuccess;
    return error == cudaSuccess ? cudaThreadSynchronize() : error;
}
