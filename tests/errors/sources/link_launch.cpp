// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The object is of CUDA 9 or earlier: build its source anew.
// note: launch_by_calls.md
// command: link
// The object of an old program.
extern "C" void cudaLaunch();
int main() { cudaLaunch(); }
