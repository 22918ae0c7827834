// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceReset`, and build every object with one toolkit.
// note: thread_management.md
// command: link
// The object of an old program.
extern "C" void cudaThreadExit();
int main() { cudaThreadExit(); }
