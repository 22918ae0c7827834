// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .cuda-legacy.toml: the options of a project. README.md has its keys.
#pragma once

#include <string>

#include "options.hpp"

namespace scanner {

// Finds the file in the folder of the path, or in the nearest folder above it. Gives an empty text without such a file.
std::string find_configuration(const std::string& path);

// Sets the options that the command line does not set. Gives an error as file:line: text, or an empty text.
std::string read_configuration(const std::string& path, options& result);

} // namespace scanner
