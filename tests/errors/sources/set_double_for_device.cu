// do: Take it out: every device has doubles.
// note: from-cuda-n.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call(double* x) { cudaSetDoubleForDevice(x); }
