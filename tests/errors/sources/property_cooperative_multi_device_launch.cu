// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take it out: the launch that it spoke of is gone.
// note: device_properties.md
int ask(const cudaDeviceProp& properties) { return properties.cooperativeMultiDeviceLaunch; }
