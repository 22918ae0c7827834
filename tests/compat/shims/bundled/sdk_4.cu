// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program like those of the SDK 4.1: sdkHelper.h, and its own checks and choice of a device.
#include <cuda_runtime.h>
#include <sdkHelper.h>
#include <shrQATest.h>
#include <shrUtils.h>

#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)

inline void __checkCudaErrors(cudaError err, const char* file, const int line)
{
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i) : %d: %s.\n", file, line, (int)err, cudaGetErrorString(err));
        exit(-1);
    }
}

inline int _ConvertSMVer2Cores(int, int) { return 8; }

inline int gpuGetMaxGflopsDeviceId()
{
    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, 0));
    return deviceProp.clockRate * _ConvertSMVer2Cores(deviceProp.major, deviceProp.minor) >= 0 ? 0 : -1;
}

inline int findCudaDevice(int argc, const char** argv)
{
    return checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device=")
                                                  : gpuGetMaxGflopsDeviceId();
}

int main(int argc, char** argv)
{
    StopWatchInterface* timer = NULL;
    shrQAStart(argc, argv);
    checkCudaErrors(cudaSetDevice(findCudaDevice(argc, (const char**)argv)));
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaThreadSynchronize());
    sdkStopTimer(&timer);
    shrLog("%f ms\n", sdkGetTimerValue(&timer));
    sdkDeleteTimer(&timer);
    shrQAFinishExit(argc, (const char**)argv, QA_PASSED);
}
