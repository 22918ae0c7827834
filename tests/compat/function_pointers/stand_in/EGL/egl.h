// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of this header that cudaEGL.h uses. EGL need not be installed.
#pragma once
#include <stdint.h>
typedef int32_t EGLint;
typedef void* EGLImageKHR;
typedef void* EGLSyncKHR;
typedef void* EGLStreamKHR;
