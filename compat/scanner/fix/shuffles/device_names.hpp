// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that device code may use without a declaration.
#pragma once

#include <string_view>

namespace scanner {

bool is_index(std::string_view name);           // threadIdx, blockIdx and the other index variables
bool is_builtin_type(std::string_view name);    // int, float4, size_t …
bool is_device_function(std::string_view name); // functions of CUDA or C that take their arguments by value
bool is_pure_function(std::string_view name);   // device functions without side effects or hidden inputs
bool is_known_constant(std::string_view name);  // INT_MAX …
bool is_shuffle(std::string_view name);         // __shfl, __any and the other functions without a mask

} // namespace scanner
