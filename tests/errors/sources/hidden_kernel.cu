// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: CUDA 13 hides the kernels of a library: compile both with `--device-entity-has-hidden-visibility=false`.
// note: kernel_linkage.md
// command: nvcc
// drop: undefined reference
__global__ void bump(int* p);
int main() { bump<<<1, 1>>>(nullptr); }
