// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch with `<<<…>>>` or `cudaLaunchKernel`.
// note: launch_by_calls.md
void launch(int value) { cudaSetupArgument(&value, sizeof value, 0); }
