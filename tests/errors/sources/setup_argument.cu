// do: Launch with `<<<…>>>` or `cudaLaunchKernel`.
// note: launch_by_calls.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void launch(int value) { cudaSetupArgument(&value, sizeof value, 0); }
