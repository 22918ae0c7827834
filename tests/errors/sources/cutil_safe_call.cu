// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Include compat's `cutil_inline.h`, or check the call's result yourself.
// note: sample_helpers.md
void copy(void* to, const void* from) { cutilSafeCall(cudaMemcpy(to, from, 4, cudaMemcpyDefault)); }
