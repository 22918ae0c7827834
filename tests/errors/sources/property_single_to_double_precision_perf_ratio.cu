// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Ask `cudaDeviceGetAttribute` for `cudaDevAttrSingleToDoublePrecisionPerfRatio`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.singleToDoublePrecisionPerfRatio; }
