// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Include compat's `helper_cuda.h`, or check the call's result yourself.
// note: sample_helpers.md
void copy(void* to, const void* from) { checkCudaErrors(cudaMemcpy(to, from, 4, cudaMemcpyDefault)); }
