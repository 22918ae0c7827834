// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the option out: programs are of 64 bits.
// note: architectures.md
// drop: wordsize
// command: nvcc -m32 -ptx
