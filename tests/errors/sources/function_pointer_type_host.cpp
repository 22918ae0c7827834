// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write the version whose parameters you pass: `PFN_cuMemAlloc_v3020`.
// note: context_creation.md
// drop: ^expected 
#include <cudaTypedefs.h>
static PFN_cuMemAlloc allocate;
CUresult call(void* found, CUdeviceptr* memory) { return ((PFN_cuMemAlloc)found)(memory, 1); }
