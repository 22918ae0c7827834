// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The object is of CUDA 11 or earlier: build its source anew.
// note: texture_reference.md
// command: link
// The object of an old program.
extern "C" void __cudaRegisterTexture();
int main() { __cudaRegisterTexture(); }
