/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA Samples' helper_cuda_gl.h (CUDA 5 to 9): the choice of a device for programs with OpenGL. Since CUDA 5 such
//! a device needs no call of its own. The folder compat/include/shims is on the include path only on request, and last
//! on it.
#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_GL_H
#define CUDA_LEGACY_SHIMS_HELPER_CUDA_GL_H

// The guards of the original in its versions: where a program has a copy as well, the first one counts.
#if !defined(HELPER_CUDA_GL_H) && !defined(COMMON_HELPER_CUDA_GL_H_)
    #define HELPER_CUDA_GL_H
    #define COMMON_HELPER_CUDA_GL_H_

    #include <helper_cuda.h> // angle brackets: a program's own copy comes first

//! Makes the device current that `-device=N` names; the default is the first device.
//! \return the result of gpuDeviceInit
static inline int gpuGLDeviceInit(int ARGC, const char** ARGV)
{
    return gpuDeviceInit(checkCmdLineFlag(ARGC, ARGV, "device") ? getCmdLineArgumentInt(ARGC, ARGV, "device=") : 0);
}
    #if defined(__cplusplus)
inline int gpuGLDeviceInit(int ARGC, char** ARGV) { return gpuGLDeviceInit(ARGC, const_cast<const char**>(ARGV)); }
    #endif

//! Does what findCudaDevice does.
static inline int findCudaGLDevice(int argc, const char** argv) { return findCudaDevice(argc, argv); }

#endif

#endif
