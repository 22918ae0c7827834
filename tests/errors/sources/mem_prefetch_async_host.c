// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cuMemPrefetchAsync` takes a `CUmemLocation` and flags: `(pointer, bytes, location, 0, stream)`.
// note: memory_prefetch.md
// drop: passing argument
#include <cuda.h>
CUresult warm(CUdeviceptr p, CUdevice device) { return cuMemPrefetchAsync(p, 4096, device, 0); }
