/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Names with a version suffix, which the next major version of CUDA merged into the plain name.
//!
//! With CUDA 13 this header defines the names of CUDA 12. With CUDA 12 it defines the names of CUDA 11. Each name
//! stands for today's plain name.
//!
//! Now: the plain name.
#ifndef CUDA_LEGACY_VERSIONED_NAMES_H
#define CUDA_LEGACY_VERSIONED_NAMES_H

#include <cuda_runtime_api.h>

#include "device_properties.h"
#include "graph_calls.h"
#include "memory_prefetch.h"

#if CUDART_VERSION >= 13000
    #define cudaEventElapsedTime_v2 cudaEventElapsedTime
    #define cudaExternalSemaphoreSignalParams_v1 cudaExternalSemaphoreSignalParams // with more fields
    #define cudaExternalSemaphoreWaitParams_v1 cudaExternalSemaphoreWaitParams
    #define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
    #define cudaGraphAddDependencies_v2 cudaGraphAddDependencies
    #define cudaGraphAddNode_v2 cudaGraphAddNode
    #define cudaGraphGetEdges_v2 cudaGraphGetEdges
    #define cudaGraphNodeGetDependencies_v2 cudaGraphNodeGetDependencies
    #define cudaGraphNodeGetDependentNodes_v2 cudaGraphNodeGetDependentNodes
    #define cudaGraphRemoveDependencies_v2 cudaGraphRemoveDependencies
    #define cudaMemAdvise_v2 cudaMemAdvise
    #define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
    #define cudaSignalExternalSemaphoresAsync_v2 cudaSignalExternalSemaphoresAsync
    #define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo // the form without edge data
    #define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo
    #define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies
    #define cudaWaitExternalSemaphoresAsync_v2 cudaWaitExternalSemaphoresAsync
#endif

// Names of CUDA 11.
#define cudaCreateTextureObject_v2 cudaCreateTextureObject
#define cudaGetTextureObjectTextureDesc_v2 cudaGetTextureObjectTextureDesc
#define cudaTextureDesc_v2 cudaTextureDesc

#endif
