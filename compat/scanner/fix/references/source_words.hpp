// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tokens of a source tell before it is parsed.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fix/kinds.hpp"

namespace scanner {

// Facts about a file from its tokens.
struct file_words {
    bool references = false; // whether the file must be parsed; may be true without need, but never false by mistake
    std::set<std::string> defined, declared, launched; // kernels and device functions
    std::set<std::string> included;                    // file names without folders
};

file_words words_of(const std::string& path, fix_kinds wanted);

// Tests for a source in C++ or CUDA.
bool is_unit(const std::string& path);
bool is_c(const std::string& path);

// Adds the sources that include a file with references, directly or by way of others. File names decide, so a source
// may be parsed without need.
void add_including_sources(const std::map<std::string, file_words>& words,
                           const std::map<std::string, std::string>& all_sources, std::vector<std::string>& sources);

} // namespace scanner
