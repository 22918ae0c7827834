// do: `cudaMemPrefetchAsync` takes a `cudaMemLocation` and flags: `(pointer, bytes, location, 0, stream)`.
// note: memory_prefetch.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void prefetch(void* data, int device) { cudaMemPrefetchAsync(data, 1024, device); }
