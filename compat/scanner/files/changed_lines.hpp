// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines that a unified diff adds: --changed-lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanner {

class changed_lines {
public:
    // Reads a diff, as git diff and diff -u write it. Says what is wrong with it; empty where nothing is.
    std::string read(std::string_view diff);

    // Whether the diff adds this line of the file. Paths of the diff count from the repository's top, or from the
    // current folder where it is in no repository.
    bool has(const std::string& path, std::uint32_t line) const;

private:
    // First line and the line behind the last one.
    using range = std::pair<std::uint32_t, std::uint32_t>;

    std::map<std::string, std::vector<range>> files_; // by their whole paths
};

} // namespace scanner
