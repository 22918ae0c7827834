// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Compare `__CUDACC_VER_MAJOR__` and `__CUDACC_VER_MINOR__`, or `CUDART_VERSION`.
// note: device_functions.md
#if __CUDACC_VER__ >= 90000
int newer;
#endif
