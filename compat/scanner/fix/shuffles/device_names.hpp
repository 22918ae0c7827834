// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that device code has without declaring them.
#pragma once

#include <string_view>

namespace scanner {

bool is_index(std::string_view name);           // threadIdx and its like
bool is_builtin_type(std::string_view name);    // int, float4, size_t …
bool is_device_function(std::string_view name); // of CUDA or C: their arguments are taken by value
bool is_pure_function(std::string_view name);  // of those: equal arguments give equal results, and nothing else happens
bool is_known_constant(std::string_view name); // INT_MAX …
bool is_shuffle(std::string_view name);        // __shfl, __any … without a mask

} // namespace scanner
