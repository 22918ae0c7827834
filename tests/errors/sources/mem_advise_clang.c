// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cuMemAdvise` and `cuMemPrefetchAsync` take a `CUmemLocation` in the place of the device's number.
// note: memory_prefetch.md
// command: clang
#include <cuda.h>
CUresult keep(CUdeviceptr p, CUdevice device) { return cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device); }
