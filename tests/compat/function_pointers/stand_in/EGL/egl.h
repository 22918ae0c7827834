// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cudaEGL.h takes from the header of this name, which need not be installed.
#pragma once
#include <stdint.h>
typedef int32_t EGLint;
typedef void* EGLImageKHR;
typedef void* EGLSyncKHR;
typedef void* EGLStreamKHR;
