/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of NPP 13 that the test of its stream needs. NPP need not be installed. */
#ifndef STAND_IN_NPPDEFS_H
#define STAND_IN_NPPDEFS_H

#include <cuda_runtime_api.h>

typedef enum { NPP_NO_ERROR = 0, NPP_SUCCESS = 0, NPP_ERROR = -2, NPP_NULL_POINTER_ERROR = -8 } NppStatus;
typedef unsigned char Npp8u;
typedef struct {
    int width, height;
} NppiSize;
typedef struct {
    int x, y;
} NppiPoint;
typedef struct {
    cudaStream_t hStream;
    int nCudaDeviceId;
    int nMultiProcessorCount;
    int nMaxThreadsPerMultiProcessor;
    int nMaxThreadsPerBlock;
    size_t nSharedMemPerBlock;
    int nCudaDevAttrComputeCapabilityMajor;
    int nCudaDevAttrComputeCapabilityMinor;
    unsigned int nStreamFlags;
    int nReserved0;
} NppStreamContext;

#endif
