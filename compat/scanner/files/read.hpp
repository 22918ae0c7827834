// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file's bytes, or why it is left out.
#pragma once

#include <string>

namespace scanner {

// Files above this are no sources that anybody wrote: 64 MiB.
constexpr std::size_t largest_file = std::size_t(64) << 20;

// Empty, or the reason why the file is skipped: unreadable, binary, too large. UTF-16 becomes UTF-8:
// `recoded` is then set, for the text is not the file's bytes.
std::string read_source(const std::string& path, std::string& text, bool* recoded = nullptr);

// Of a text that is read already: UTF-16 becomes UTF-8. Why it is no source; empty where it is one.
std::string as_source(std::string& text, bool* recoded = nullptr);

} // namespace scanner
