// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cudaMemPrefetchAsync` takes a `cudaMemLocation` and flags: `(pointer, bytes, location, 0, stream)`.
// note: memory_prefetch.md
void prefetch(void* data, int device) { cudaMemPrefetchAsync(data, 1024, device); }
