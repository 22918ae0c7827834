// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the terminal for its properties.
#pragma once

#include <string>

namespace pairs {

//! Gives the value of the variable, or an empty text if it is not set.
std::string environment(const char* name);

//! Gives the columns of the terminal, or the value of COLUMNS; 0: unknown.
int terminal_width();

//! Tests whether stdout is a terminal with colours, and NO_COLOR is not set; see no-color.org.
bool wants_colour();

//! Prints a text on stdout. On a terminal, a text that is longer than the screen goes through a pager, as with git:
//! PAGER, or `less -R`, with LESS=FRX if LESS is not set. An empty PAGER, `cat` and a dumb terminal turn this off.
void print_paged(const std::string& text, bool may_page);

} // namespace pairs
