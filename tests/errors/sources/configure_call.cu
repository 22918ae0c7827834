// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch with `<<<…>>>` or `cudaLaunchKernel`.
// note: launch_by_calls.md
void launch(dim3 grid, dim3 block) { cudaConfigureCall(grid, block, 0, 0); }
