/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host source in C of an old program: declares, passes and reads properties as such sources do. */
#include "device_properties.h"

static void copy_values(const struct cudaDeviceProp* p, int values[9])
{
    values[0] = p->clockRate;
    values[1] = p->memoryClockRate;
    values[2] = p->deviceOverlap;
    values[3] = p->kernelExecTimeoutEnabled;
    values[4] = p->computeMode;
    values[5] = p->maxTexture1DLinear;
    values[6] = p->singleToDoublePrecisionPerfRatio;
    values[7] = p->cooperativeMultiDeviceLaunch;
}

cudaError_t properties_in_c(int device, int values[9])
{
    struct cudaDeviceProp p = {0};
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess) return error;
    copy_values(&p, values);
    return cudaChooseDevice(&values[8], &p);
}
