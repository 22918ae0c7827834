/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Names with a version at their end, which the next major version folded into the plain name.
//!
//! With CUDA 13 those of CUDA 12, with CUDA 12 those of CUDA 11: each is the plain name of today.
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
    #define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo // the list without edge data
    #define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo
    #define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies
    #define cudaWaitExternalSemaphoresAsync_v2 cudaWaitExternalSemaphoresAsync
#endif

// Of CUDA 11.
#define cudaCreateTextureObject_v2 cudaCreateTextureObject
#define cudaGetTextureObjectTextureDesc_v2 cudaGetTextureObjectTextureDesc
#define cudaTextureDesc_v2 cudaTextureDesc

#endif
