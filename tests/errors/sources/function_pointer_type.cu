// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write the version whose parameters you pass: `PFN_cuMemAlloc_v3020`.
// note: context_creation.md
#include <cudaTypedefs.h>
static PFN_cuMemAlloc allocate;
