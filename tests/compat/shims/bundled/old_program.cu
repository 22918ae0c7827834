// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with old copies of the SDK's headers in a folder that its makefile names. The other headers are shims.
#include <cutil_inline.h>
#include <helper_cuda.h>
#include <shrQATest.h>

#if !defined(BUNDLED_CUTIL) || !defined(BUNDLED_CUTIL_INLINE) || !defined(BUNDLED_HELPER)
    #error "a shim stands in front of the program's own header"
#endif

__global__ void kernel() {}

int main(int argc, char** argv)
{
    unsigned int timer;
    shrQAStart(argc, argv);
    CUT_DEVICE_INIT();
    cutilSafeCall(cudaSetDevice(cutGetMaxGflopsDeviceId()));
    kernel<<<1, 1>>>();
    CUDA_SAFE_CALL(cudaThreadSynchronize());
    checkCudaErrors(cudaGetLastError());
    if (isDeviceBusy(0) || cutCreateTimer(&timer) != CUTTrue) shrQAFinishExit(argc, (const char**)argv, QA_FAILED);
    cutilExit(argc, argv);
}
