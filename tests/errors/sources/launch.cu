// do: Launch with `<<<…>>>` or `cudaLaunchKernel`.
// note: launch_by_calls.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void kernel() {}
void launch() { cudaLaunch(kernel); }
