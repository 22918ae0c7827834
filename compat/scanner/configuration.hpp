// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .cuda-legacy.toml: options of a project. README.md has its keys.
#pragma once

#include <iosfwd>
#include <string>

#include "options.hpp"

namespace scanner {

// The file in the folder of the path or in the nearest one above it; empty where there is none.
std::string find_configuration(const std::string& path);

// Reads it into what the command line has left open. What is wrong, as file:line: text; empty where nothing is.
std::string read_configuration(const std::string& path, options& result);

// The settings that count, from the command line and from the file, as such a file has them.
void show_settings(const options& wanted, std::ostream& output);

} // namespace scanner
