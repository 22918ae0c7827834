// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns of paths, as .gitignore has them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scanner {

// * and ? stop at a slash, ** does not; [a-z], [!a-z]; a backslash takes the next character as it is.
bool matches(std::string_view pattern, std::string_view path);

// The lines of one .gitignore, for paths relative to its folder.
class ignore_rules {
public:
    enum class answer { none, ignored, kept };

    void add_line(std::string_view line);
    bool empty() const { return rules_.empty(); }
    // The last line that matches decides. Of files and folders below an ignored folder nobody asks.
    answer of(std::string_view relative, bool is_folder) const;

private:
    struct rule {
        std::string pattern;
        bool keeps, folders_only, anchored;
    };

    std::vector<rule> rules_;
};

} // namespace scanner
