/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_gl_inline.h: the choice of a device for programs with OpenGL. Since CUDA 5 such a device needs
//! no call of its own. The folder compat/include/shims is on the include path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_GL_INLINE_H
#define CUDA_LEGACY_SHIMS_CUTIL_GL_INLINE_H

#if !defined(_CUTIL_GL_INLINE_H_)
    #define _CUTIL_GL_INLINE_H_

    #include <cutil_inline_runtime.h>

//! Does what cutilDeviceInit does.
static inline int cutilGLDeviceInit(int ARGC, char** ARGV) { return cutilDeviceInit(ARGC, ARGV); }

//! Does what cutilChooseCudaDevice does.
static inline int cutilChooseCudaGLDevice(int argc, char** argv) { return cutilChooseCudaDevice(argc, argv); }

#endif

#endif
