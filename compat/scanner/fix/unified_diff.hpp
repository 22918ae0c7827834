// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats edits as a unified diff, which patch -p1 and git apply accept.
#pragma once

#include <string>
#include <string_view>

#include "edits.hpp"

namespace scanner {

// Returns an empty string without edits. Each hunk has three lines of context. Line ends and bytes stay as they are.
std::string unified_diff(const std::string& path, std::string_view text, const edit_list& edits);

} // namespace scanner
