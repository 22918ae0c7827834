// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files below the paths of the command line, in the order of their names, one at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "patterns.hpp"

namespace scanner {

struct walk_options {
    std::vector<std::string>
        exclude; // patterns, as in .gitignore, for paths as they are printed, or from the walked folder on
    bool use_gitignore = true;
};

class walk {
public:
    // `complain` is told of folders that cannot be read.
    walk(std::vector<std::string> paths, walk_options options, std::function<void(const std::string&)> complain);

    // The next file that can be source or build file; false behind the last. Only the open folders are kept in memory.
    bool next(std::string& path);

private:
    struct entry {
        std::string name;
        bool is_folder;
    };

    struct folder {
        std::string path; // with the slash at its end; empty for the current one
        std::string real; // where its .gitignore is
        std::vector<entry> entries;
        std::size_t at = 0;
        ignore_rules ignored;
    };

    void enter(const std::string& path);
    bool is_ignored(const std::string& path, bool is_folder) const;
    void outer_rules(const std::filesystem::path& top);

    std::vector<std::string> paths_;
    std::size_t next_path_ = 0;
    walk_options options_;
    ignore_rules excluded_;
    std::function<void(const std::string&)> complain_;
    std::vector<folder> open_;
    // .gitignore of the folders above the path that is walked, up to the repository's top.
    std::vector<std::pair<std::string, ignore_rules>> outer_;
};

} // namespace scanner
