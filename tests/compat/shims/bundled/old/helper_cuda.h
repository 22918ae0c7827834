// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's own helper_cuda.h: checkCudaErrors as a function, and names of errors, the oldest among them.
#ifndef HELPER_CUDA_H
#define HELPER_CUDA_H
#define BUNDLED_HELPER 1

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

inline const char* _cudaGetErrorEnum(cudaError_t error)
{
    switch (error) {
    case cudaSuccess:
        return "cudaSuccess";
    case cudaErrorPriorLaunchFailure:
        return "cudaErrorPriorLaunchFailure";
    case cudaErrorInvalidHostPointer:
        return "cudaErrorInvalidHostPointer";
    case cudaErrorInvalidDevicePointer:
        return "cudaErrorInvalidDevicePointer";
    case cudaErrorAddressOfConstant:
        return "cudaErrorAddressOfConstant";
    case cudaErrorTextureFetchFailed:
        return "cudaErrorTextureFetchFailed";
    case cudaErrorTextureNotBound:
        return "cudaErrorTextureNotBound";
    case cudaErrorSynchronizationError:
        return "cudaErrorSynchronizationError";
    case cudaErrorMixedDeviceExecution:
        return "cudaErrorMixedDeviceExecution";
    case cudaErrorNotYetImplemented:
        return "cudaErrorNotYetImplemented";
    case cudaErrorMemoryValueTooLarge:
        return "cudaErrorMemoryValueTooLarge";
    case cudaErrorSetOnActiveProcess:
        return "cudaErrorSetOnActiveProcess";
    case cudaErrorStartupFailure:
        return "cudaErrorStartupFailure";
    case cudaErrorApiFailureBase:
        return "cudaErrorApiFailureBase";
    default:
        return "<unknown>";
    }
}

inline void checkCudaErrors(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", _cudaGetErrorEnum(error));
    cudaDeviceReset();
    exit(EXIT_FAILURE);
}

inline bool isDeviceBusy(int device)
{
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    return properties.computeMode == cudaComputeModeExclusive || properties.memoryClockRate < 0;
}
#endif
