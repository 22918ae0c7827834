// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of files in the diff of --dry-run. git apply and patch take no name that is absolute or has "..": so the
// names begin at the current folder, or at the nearest folder above it that has all of the PATHs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanner {

class patch_names {
public:
    patch_names() = default;
    explicit patch_names(const std::vector<std::string>& paths);

    std::string of(const std::string& path) const;
    // A line in front of the diff, which git apply and patch overlook: the command that applies it. It is empty if
    // the diff is for the current folder.
    std::string head() const;
    // The same behind another text.
    std::string hint() const;

private:
    std::string command() const;

    std::filesystem::path begin_;
    bool is_elsewhere_ = false;
};

} // namespace scanner
