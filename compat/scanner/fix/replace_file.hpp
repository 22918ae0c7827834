// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces a file's content atomically.
#pragma once

#include <string>
#include <string_view>

namespace scanner {

// Writes a new file in the same folder, flushes it to disk, and renames it to the old name. The mode stays. A symbolic
// link stays, and its target is replaced.
// Refuses a file that is not writable, that changed since it was read, or that has hard links.
// Returns an error message, or an empty string on success. After an error the old file is unchanged, and no temporary
// file remains.
std::string replace_file(const std::string& path, std::string_view read, std::string_view content);

} // namespace scanner
