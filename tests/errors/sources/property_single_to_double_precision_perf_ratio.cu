// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrSingleToDoublePrecisionPerfRatio`.
// note: device_properties.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int ask(const cudaDeviceProp& properties) { return properties.singleToDoublePrecisionPerfRatio; }
