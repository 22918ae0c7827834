// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .cuda-legacy.toml: the options of a project. README.md has its keys.
#pragma once

#include <iosfwd>
#include <string>

#include "options.hpp"

namespace scanner {

// Finds the file in the folder of the path, or in the nearest folder above it. Gives an empty text without such a file.
std::string find_configuration(const std::string& path);

// Sets the options that the command line does not set. Gives an error as file:line: text, or an empty text.
std::string read_configuration(const std::string& path, options& result);

// The settings that count, from the command line and from the file, as such a file has them.
void show_settings(const options& wanted, std::ostream& output);

} // namespace scanner
