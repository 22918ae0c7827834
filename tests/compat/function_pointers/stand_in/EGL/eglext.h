// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cudaEGL.h takes from it stands in egl.h beside this header.
#pragma once
#include <EGL/egl.h>
