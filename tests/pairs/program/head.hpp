// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comment that an example begins with: what it shows, and fields such as "Source:".
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct head_field {
    std::string name;
    std::vector<std::string> items; // one, or those that are numbered "1. ", "2. " …
};

struct head_comment {
    std::string shows; // the text before the fields
    std::vector<head_field> fields;
    std::size_t lines = 0; // that it takes, with the blank ones below it
};

head_comment head_of(const std::vector<std::string>& lines);

//! A file's name, and its head.
struct named_head {
    std::string file;
    head_comment head;
};

struct head_style {
    int width = 120;     // columns; at least 20
    bool colour = false; // the files' names in bold
};

//! Prints two heads below each other, each line broken to the width: what only the left one says, what only the right
//! one says, and what both do. Fields that only name the other file ("Legacy", "Modern", "Twin") are left out.
void print_heads(std::ostream& out, const named_head& left, const named_head& right, const head_style& style);

} // namespace pairs
