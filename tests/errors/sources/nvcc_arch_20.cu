// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Name an architecture that this toolkit knows: `nvcc --list-gpu-arch`.
// note: from-cuda-n.md
// command: nvcc -arch=compute_20 -ptx
