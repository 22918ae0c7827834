// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What changes would make of a file, as diff -u writes it: patch -p1 and git apply take it.
#pragma once

#include <string>
#include <string_view>

#include "edits.hpp"

namespace scanner {

// Empty where nothing changes. Three lines around each change; line ends and bytes as they are.
std::string unified_diff(const std::string& path, std::string_view text, const edit_list& edits);

} // namespace scanner
