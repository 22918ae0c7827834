// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Give Visual C++ today's preprocessor: `-Xcompiler /Zc:preprocessor` for nvcc, `/Zc:preprocessor` for host sources.
// note: from-cuda-n.md
// needs: cuda/std/__cccl/preprocessor.h
// What Visual C++ defines without the option.
#define _MSC_VER 1944
#define _MSVC_TRADITIONAL 1
#include <cccl/cuda/std/__cccl/preprocessor.h>
