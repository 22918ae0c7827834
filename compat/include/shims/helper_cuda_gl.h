/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_cuda_gl.h (CUDA 5 to 9): the choice of a device for programs with OpenGL. Such a device
//! needs no call of its own since CUDA 5. On the include path only when asked for, and last on it
//! (compat/include/shims).
#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_GL_H
#define CUDA_LEGACY_SHIMS_HELPER_CUDA_GL_H

// The guards of the original in its versions: where a program has a copy as well, the first one counts.
#if !defined(HELPER_CUDA_GL_H) && !defined(COMMON_HELPER_CUDA_GL_H_)
    #define HELPER_CUDA_GL_H
    #define COMMON_HELPER_CUDA_GL_H_

    #include <helper_cuda.h> // not "helper_cuda.h": a program's own one goes first

//! Makes the device current that an argument `-device=N` names, else the first.
//! \return as gpuDeviceInit
static inline int gpuGLDeviceInit(int ARGC, const char** ARGV)
{
    return gpuDeviceInit(checkCmdLineFlag(ARGC, ARGV, "device") ? getCmdLineArgumentInt(ARGC, ARGV, "device=") : 0);
}
    #if defined(__cplusplus)
inline int gpuGLDeviceInit(int ARGC, char** ARGV) { return gpuGLDeviceInit(ARGC, const_cast<const char**>(ARGV)); }
    #endif

//! As findCudaDevice.
static inline int findCudaGLDevice(int argc, const char** argv) { return findCudaDevice(argc, argv); }

#endif

#endif
