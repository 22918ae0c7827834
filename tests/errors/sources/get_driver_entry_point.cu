// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaGetDriverEntryPointByVersion`.
// note: context_creation.md
void call(void** function) { cudaGetDriverEntryPoint("cuCtxCreate", function, cudaEnableDefault, nullptr); }
