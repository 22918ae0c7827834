// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comments that silence findings:
//   // cuda-legacy: ignore                  all rules, in this line
//   // cuda-legacy: ignore[RULE, RULE]      these rules
//   // cuda-legacy: ignore-next-line[RULE]  in the next line
//   // cuda-legacy: ignore-file[RULE]       in the whole file
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "finding.hpp"

namespace scanner {

// Removes the silenced findings and gives their number. `wrong` gets "line: reason" for a comment that names no rule.
// `unused`, if given, gets a line for each comment that silences nothing.
std::size_t drop_silenced(std::string_view text, std::vector<finding>& found, std::vector<std::string>& wrong,
                          std::vector<std::string>* unused = nullptr);

} // namespace scanner
