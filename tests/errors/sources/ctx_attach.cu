// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Keep the context's lifetime yourself, or use `cuDevicePrimaryCtxRetain`.
// note: context_creation.md
#include <cuda.h>
void attach(CUcontext* context) { cuCtxAttach(context, 0); }
