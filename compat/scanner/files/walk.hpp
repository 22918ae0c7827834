// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the files below the command line's paths in the order of their names, one file at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "patterns.hpp"

namespace scanner {

struct walk_options {
    std::vector<std::string>
        exclude; // .gitignore patterns, matched with the printed path and with the path relative to the walked folder
    bool use_gitignore = true;
    bool force_exclude = false; // `exclude` counts for paths that the user named, too
};

class walk {
public:
    // `complain` is called with a message for each folder that cannot be read.
    walk(std::vector<std::string> paths, walk_options options, std::function<void(const std::string&)> complain);

    // Returns the next source or build file, or false after the last one. Memory holds only the open folders.
    bool next(std::string& path);

private:
    struct entry {
        std::string name;
        bool is_folder;
    };

    struct folder {
        std::string path; // ends with a slash; empty for the current folder
        std::string real; // the folder of its .gitignore
        std::vector<entry> entries;
        std::size_t at = 0;
        ignore_rules ignored;
    };

    void enter(const std::string& path);
    bool is_ignored(const std::string& path, bool is_folder) const;
    bool is_excluded(const std::string& top, bool is_folder) const;
    void outer_rules(const std::filesystem::path& top);

    std::vector<std::string> paths_;
    std::size_t next_path_ = 0;
    walk_options options_;
    ignore_rules excluded_;
    std::function<void(const std::string&)> complain_;
    std::vector<folder> open_;
    // The .gitignore files of the folders above the walked path, up to the repository's top.
    std::vector<std::pair<std::string, ignore_rules>> outer_;
};

} // namespace scanner
