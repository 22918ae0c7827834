// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcuda.so.1 contains no driver functions. The loader finds them in libcudart.so.13, which this library needs,
// because driver and runtime share one state.
