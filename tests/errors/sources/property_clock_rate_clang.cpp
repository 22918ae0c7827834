// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrClockRate`.
// note: device_properties.md
// command: clang++
#include <cuda_runtime.h>
int rate(cudaDeviceProp& properties) { return properties.clockRate; }
