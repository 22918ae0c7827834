// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The object is of CUDA 12: build its source anew.
// note: device_properties.md
// command: link
// The object of an old program.
extern "C" void cudaGetDeviceProperties_v2();
int main() { cudaGetDeviceProperties_v2(); }
