// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program stands before: a terminal of some size, or none.
#pragma once

#include <string>

namespace pairs {

//! What the variable says; nothing when it is not set.
std::string environment(const char* name);

//! Columns of the terminal, or what COLUMNS says; 0: unknown.
int terminal_width();

//! Whether stdout is a terminal that knows colours, and NO_COLOR is not set; see no-color.org.
bool wants_colour();

//! Prints a text on stdout. Where that is a terminal, and the text longer than its screen, it goes through a pager as
//! with git: PAGER, or `less -R`, with LESS=FRX where LESS is not set. An empty PAGER or `cat`, and a dumb terminal,
//! want none.
void print_paged(const std::string& text, bool may_page);

} // namespace pairs
