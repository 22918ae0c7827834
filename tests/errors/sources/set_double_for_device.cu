// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take it out: every device has doubles.
// note: from-cuda-n.md
void call(double* x) { cudaSetDoubleForDevice(x); }
