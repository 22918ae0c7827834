// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cuCtxCreate` takes a null pointer second: `cuCtxCreate(&context, NULL, flags, device)`.
// note: context_creation.md
// command: clang
#include <cuda.h>
CUresult begin(CUcontext* context, CUdevice device) { return cuCtxCreate(context, 0, device); }
