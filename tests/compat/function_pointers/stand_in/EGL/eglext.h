// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// egl.h beside this header has the names that cudaEGL.h uses.
#pragma once
#include <EGL/egl.h>
