// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cudaMemPrefetchAsync` takes a `cudaMemLocation` and flags: `(pointer, bytes, location, 0, stream)`.
// note: memory_prefetch.md
#include <cuda_runtime.h>
void prefetch(void* data, int device, cudaStream_t stream) { cudaMemPrefetchAsync(data, 1024, device, stream); }
