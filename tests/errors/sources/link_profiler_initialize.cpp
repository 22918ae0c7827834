// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the call out.
// note: profiler_control.md
// command: link
// The object of an old program.
extern "C" void cudaProfilerInitialize();
int main() { cudaProfilerInitialize(); }
