// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the comment at the beginning of an example: a description, and fields such as "Source:".
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace pairs {

struct head_field {
    std::string name;
    std::vector<std::string> items; // one item, or items with the numbers "1. ", "2. " …
};

struct head_comment {
    std::string shows; // the description before the fields
    std::vector<head_field> fields;
    std::size_t lines = 0; // of the comment, with the blank ones after it
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

//! Prints two heads below each other, with each line broken to the width: the parts of the left one, the parts of the
//! right one, and the common parts. Fields that only name the other file ("Legacy", "Modern", "Twin") are left out.
void print_heads(std::ostream& out, const named_head& left, const named_head& right, const head_style& style);

} // namespace pairs
