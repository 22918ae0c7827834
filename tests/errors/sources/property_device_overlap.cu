// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Read `asyncEngineCount > 0`.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.deviceOverlap; }
