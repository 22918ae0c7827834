// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the option out: it spoke to a compiler that is gone.
// note: from-cuda-n.md
// command: nvcc -Xopencc -O3 -c
int main() {}
