// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Compile with compat, or use a surface object.
// note: surface_reference.md
#include <cuda_runtime.h>
surface<void, 2> image;
