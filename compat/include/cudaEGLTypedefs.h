// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of the types of function pointers for EGL, and adds their names without a version, as cudaTypedefs.h
//! does.
//!
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUDA_EGLTYPEDEFS_H
#define CUDA_LEGACY_FRONT_OF_CUDA_EGLTYPEDEFS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cudaEGLTypedefs.h>

#ifndef PFN_cuGraphicsEGLRegisterImage // CUDA 12 has them itself

    #define PFN_cuEGLStreamConsumerAcquireFrame PFN_cuEGLStreamConsumerAcquireFrame_v7000
    #define PFN_cuEGLStreamConsumerConnect PFN_cuEGLStreamConsumerConnect_v7000
    #define PFN_cuEGLStreamConsumerConnectWithFlags PFN_cuEGLStreamConsumerConnectWithFlags_v8000
    #define PFN_cuEGLStreamConsumerDisconnect PFN_cuEGLStreamConsumerDisconnect_v7000
    #define PFN_cuEGLStreamConsumerReleaseFrame PFN_cuEGLStreamConsumerReleaseFrame_v7000
    #define PFN_cuEGLStreamProducerConnect PFN_cuEGLStreamProducerConnect_v7000
    #define PFN_cuEGLStreamProducerDisconnect PFN_cuEGLStreamProducerDisconnect_v7000
    #define PFN_cuEGLStreamProducerPresentFrame PFN_cuEGLStreamProducerPresentFrame_v7000
    #define PFN_cuEGLStreamProducerReturnFrame PFN_cuEGLStreamProducerReturnFrame_v7000
    #define PFN_cuEventCreateFromEGLSync PFN_cuEventCreateFromEGLSync_v9000
    #define PFN_cuGraphicsEGLRegisterImage PFN_cuGraphicsEGLRegisterImage_v7000
    #define PFN_cuGraphicsResourceGetMappedEglFrame PFN_cuGraphicsResourceGetMappedEglFrame_v7000

#endif

#endif
