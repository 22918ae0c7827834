// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the option out; `./run emulate` runs today's programs without a GPU.
// note: from-cuda-n.md
// command: nvcc -deviceemu -ptx
