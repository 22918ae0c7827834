// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives a file another content, all of it or none.
#pragma once

#include <string>
#include <string_view>

namespace scanner {

// Writes a new file in the same folder, has it on the disk, and puts it in the place of the old one. Its mode stays; a
// symbolic link stays one, and what it leads to is replaced.
// Refused: a file that may not be written, that is no longer what was read, or that has other names (hard links).
// What went wrong; empty where nothing did. Then the old file is as it was, and no other is left.
std::string replace_file(const std::string& path, std::string_view read, std::string_view content);

} // namespace scanner
