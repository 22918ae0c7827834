// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cudaGL.h takes from the header of this name, which need not be installed.
#pragma once
typedef unsigned int GLuint;
typedef unsigned int GLenum;
