// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch with `<<<…>>>` or `cudaLaunchKernel`.
// note: launch_by_calls.md
__global__ void kernel() {}
void launch() { cudaLaunch(kernel); }
