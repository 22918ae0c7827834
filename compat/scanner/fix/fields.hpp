// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields that CUDA removed: of cudaPointerAttributes, and of cudaDeviceProp, whose values attributes have now.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// For the field's name at token i; empty where it is not proven right.
//
// attributes.memoryType == cudaMemoryTypeDevice: managed memory was memory of the device to the old field.
std::vector<edit> pointer_field_at(const program& source, std::size_t i, const api_name& row);

// properties.clockRate, behind the only cudaGetDeviceProperties(&properties, device) of the function: a variable is
// read behind that call, and is used in the field's place.
std::vector<edit> property_at(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
