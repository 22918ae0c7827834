// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDeviceGetTexture1DLinearMaxWidth`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.maxTexture1DLinear; }
