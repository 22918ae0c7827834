// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a source file, or explains why it is skipped.
#pragma once

#include <string>

namespace scanner {

// Larger files are generated data, not source: 64 MiB.
constexpr std::size_t largest_file = std::size_t(64) << 20;

// Returns an empty string, or the reason why the file is skipped: unreadable, binary or too large. UTF-16 is converted
// to UTF-8. `recoded` is then set, because offsets in the text differ from offsets in the file.
std::string read_source(const std::string& path, std::string& text, bool* recoded = nullptr);

// Works as read_source, on text that was already read.
std::string as_source(std::string& text, bool* recoded = nullptr);

} // namespace scanner
