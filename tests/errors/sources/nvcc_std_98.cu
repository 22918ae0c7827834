// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Name a newer dialect, or none.
// note: from-cuda-n.md
// command: nvcc -std=c++98 -ptx
