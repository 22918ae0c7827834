// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of the types of function pointers for OpenGL, and adds their names without a version, as
//! cudaTypedefs.h does.
//!
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUDA_GLTYPEDEFS_H
#define CUDA_LEGACY_FRONT_OF_CUDA_GLTYPEDEFS_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

#include_next <cudaGLTypedefs.h>

#include <cuda_legacy/detail/versions_for_streams.h>

#ifndef PFN_cuGLInit // CUDA 12 has them itself

    #define PFN_cuGLCtxCreate PFN_cuGLCtxCreate_v3020
    #define PFN_cuGLGetDevices PFN_cuGLGetDevices_v6050
    #define PFN_cuGLInit PFN_cuGLInit_v2000
    #define PFN_cuGLMapBufferObject CUDA_LEGACY_DETAIL_PTDS(PFN_cuGLMapBufferObject, 3020, 7000)
    #define PFN_cuGLMapBufferObjectAsync CUDA_LEGACY_DETAIL_PTSZ(PFN_cuGLMapBufferObjectAsync, 3020, 7000)
    #define PFN_cuGLRegisterBufferObject PFN_cuGLRegisterBufferObject_v2000
    #define PFN_cuGLSetBufferObjectMapFlags PFN_cuGLSetBufferObjectMapFlags_v2030
    #define PFN_cuGLUnmapBufferObject PFN_cuGLUnmapBufferObject_v2000
    #define PFN_cuGLUnmapBufferObjectAsync PFN_cuGLUnmapBufferObjectAsync_v2030
    #define PFN_cuGLUnregisterBufferObject PFN_cuGLUnregisterBufferObject_v2000
    #define PFN_cuGraphicsGLRegisterBuffer PFN_cuGraphicsGLRegisterBuffer_v3000
    #define PFN_cuGraphicsGLRegisterImage PFN_cuGraphicsGLRegisterImage_v3000
    #define PFN_cuWGLGetDevice PFN_cuWGLGetDevice_v2020

#endif

#endif
