// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The program is of that CUDA: build it anew, or install that runtime library beside the new one.
// note: from-cuda-n.md
// command: load libcudart.so.11.0
int needed();
int main() { return needed(); }
