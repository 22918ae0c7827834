/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_gl_inline.h: the choice of a device for programs with OpenGL. Such a device needs no call of
//! its own since CUDA 5. On the include path only when asked for, and last on it (compat/include/shims).
#ifndef CUDA_LEGACY_SHIMS_CUTIL_GL_INLINE_H
#define CUDA_LEGACY_SHIMS_CUTIL_GL_INLINE_H

#if !defined(_CUTIL_GL_INLINE_H_)
    #define _CUTIL_GL_INLINE_H_

    #include <cutil_inline_runtime.h>

//! As cutilDeviceInit.
static inline int cutilGLDeviceInit(int ARGC, char** ARGV) { return cutilDeviceInit(ARGC, ARGV); }

//! As cutilChooseCudaDevice.
static inline int cutilChooseCudaGLDevice(int argc, char** argv) { return cutilChooseCudaDevice(argc, argv); }

#endif

#endif
