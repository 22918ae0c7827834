// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of a file that have one value for all threads.
#pragma once

#include <string_view>
#include <unordered_map>

#include "macros.hpp"
#include "warp_value.hpp"

namespace scanner {

using file_constants = std::unordered_map<std::string_view, warp_value>;

// const and constexpr of plain types, enumerators, and variables in __constant__ memory; of headers those with a
// number.
file_constants constants_of(const program& source, const std::deque<tokens>& headers);

} // namespace scanner
