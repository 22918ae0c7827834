// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context of the driver API, with the three parameters of CUDA 12.9 and before.
#include <cuda.h>

#include <cstdio>

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    int sent = 42, received = 0;
    cuInit(0);
    cuDeviceGet(&device, 0);
    CUresult result = cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device);
    if (result == CUDA_SUCCESS) result = cuMemAlloc(&memory, sizeof sent);
    if (result == CUDA_SUCCESS) result = cuMemcpyHtoD(memory, &sent, sizeof sent);
    if (result == CUDA_SUCCESS) result = cuMemcpyDtoH(&received, memory, sizeof received);

    std::printf("%d: %d\n", result, received);
    cuMemFree(memory);
    cuCtxDestroy(context);
    return result;
}
