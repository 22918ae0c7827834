// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cudaMemAdvise` and `cudaMemPrefetchAsync` take a `cudaMemLocation` in the place of the device's number.
// note: memory_prefetch.md
void advise(void* data, int device) { cudaMemAdvise(data, 1024, cudaMemAdviseSetReadMostly, device); }
