// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of the emulated device. device_attributes.def is their table.
#pragma once

#include "runtime/context.h"

namespace cuda_emulator {

//! The value of an attribute; an attribute that the table lacks is 0. Returns false if CUDA has no such attribute.
bool find_attribute(cudaDeviceAttr, int& value);
//! Sets all fields that are values of attributes.
void fill_properties(cudaDeviceProp&);

} // namespace cuda_emulator
