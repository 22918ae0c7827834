// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Name an architecture that this toolkit knows: `nvcc --list-gpu-arch`.
// note: architectures.md
// command: nvcc -arch=sm_70 -ptx
