// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcuda.so.1 is a door: the driver's functions live beside the runtime's, on the same state, in libcudart.so.13,
// which this library needs. The loader finds them there.
