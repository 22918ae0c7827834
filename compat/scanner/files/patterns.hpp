// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Path patterns with the syntax of .gitignore.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scanner {

// * and ? stop at a slash, and ** does not. Sets are [a-z] and [!a-z]. A backslash escapes the next character.
bool matches(std::string_view pattern, std::string_view path);

// The rules of one .gitignore file, for paths relative to its folder.
class ignore_rules {
public:
    enum class answer { none, ignored, kept };

    void add_line(std::string_view line);
    bool empty() const { return rules_.empty(); }
    // The last matching rule decides. The caller does not ask about entries below an ignored folder.
    answer of(std::string_view relative, bool is_folder) const;

private:
    struct rule {
        std::string pattern;
        bool keeps, folders_only, anchored;
    };

    std::vector<rule> rules_;
};

} // namespace scanner
