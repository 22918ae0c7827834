// do: Call `cudaGetDriverEntryPointByVersion`.
// note: context_creation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call(void** function) { cudaGetDriverEntryPoint("cuCtxCreate", function, cudaEnableDefault, nullptr); }
