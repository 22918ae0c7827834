// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces removed fields of cudaPointerAttributes, and removed fields of cudaDeviceProp that are now attributes.
#pragma once

#include <vector>

#include "edits.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

// Returns the edits for the field whose name is token i, or no edits without proof.
//
// Example: attributes.memoryType == cudaMemoryTypeDevice. The old field reported managed memory as device memory.
std::vector<edit> pointer_field_at(const program& source, std::size_t i, const api_name& row);

// Example: properties.clockRate. The function must call cudaGetDeviceProperties(&properties, device) exactly once. A
// new variable is read after that call and replaces the field.
std::vector<edit> property_at(const program& source, std::size_t i, const api_name& row);

} // namespace scanner
