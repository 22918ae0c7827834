// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of this header that cudaGL.h uses. OpenGL need not be installed.
#pragma once
typedef unsigned int GLuint;
typedef unsigned int GLenum;
