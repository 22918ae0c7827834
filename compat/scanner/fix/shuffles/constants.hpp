// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names in a file whose value is the same for all threads.
#pragma once

#include <string_view>
#include <unordered_map>

#include "source/macros.hpp"
#include "warp_value.hpp"

namespace scanner {

using file_constants = std::unordered_map<std::string_view, warp_value>;

// Returns const and constexpr variables of plain types, enumerators, and variables in __constant__ memory. Headers
// contribute only the names whose value is a number.
file_constants constants_of(const program& source, const std::deque<tokens>& headers);

} // namespace scanner
