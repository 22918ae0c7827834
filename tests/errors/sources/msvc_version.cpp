// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Install a toolset of Visual C++ that this toolkit knows, and name it: `nvcc -ccbin`.
// note: from-cuda-n.md
// drop: internal header|crtdefs
// needs: crt/host_config.h
// Visual Studio 2013.
#undef __GNUC__
#define _WIN32 1
#define _MSC_VER 1800
#define __CUDACC__
#include <crt/host_config.h>
