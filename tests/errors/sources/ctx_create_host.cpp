// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cuCtxCreate` takes a null pointer second: `cuCtxCreate(&context, nullptr, flags, device)`.
// note: context_creation.md
#include <cuda.h>
void create(CUcontext* context, CUdevice device) { cuCtxCreate(context, 0, device); }
