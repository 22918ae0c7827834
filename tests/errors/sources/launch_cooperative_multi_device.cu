// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Launch one cooperative kernel for each device, and order them by events.
// note: from-cuda-n.md
// drop: "parameters"|incomplete type
void launch(cudaLaunchParams* parameters) { cudaLaunchCooperativeKernelMultiDevice(parameters, 2, 0); }
