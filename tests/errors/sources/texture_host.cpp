// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Compile with compat, or use a texture object.
// note: texture_reference.md
#include <cuda_runtime.h>
texture<float, 2, cudaReadModeElementType> image;
