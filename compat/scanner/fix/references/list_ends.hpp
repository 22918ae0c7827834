// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Closing brackets, and calls after which the program ends, for all tokens of a file in one pass. A search for each
// token would take quadratic time where brackets do not match.
#pragma once

#include <cstddef>
#include <vector>

#include "source/token.hpp"

namespace scanner {

class list_ends {
public:
    explicit list_ends(const std::vector<token>& code);

    // Returns the bracket that closes ( [ or {, or the end of the file without one.
    std::size_t closing(std::size_t i) const { return closing_[i]; }
    // Tests whether a call behind the token, in the same list of statements, ends the program. Example:
    // cudaDeviceReset(); exit(1);
    bool exits_behind(std::size_t i) const { return exits_[i]; }
    // Returns the last token of the statement that begins at the token, or the end of the list.
    std::size_t end_of_statement(std::size_t i) const { return statement_end_[i]; }
    // Returns the first { or ; from the token on, or the end of the list.
    std::size_t brace_or_semicolon(std::size_t i) const { return brace_or_semicolon_[i]; }

private:
    void read_brackets(const std::vector<token>& code);
    void read_exits(const std::vector<token>& code);
    void read_statements(const std::vector<token>& code);

    std::vector<std::size_t> closing_, statement_end_, brace_or_semicolon_;
    std::vector<bool> exits_;
};

// Tests for words after which a name with brackets is a call. After any other name, the name is declared.
bool goes_before_a_call(const token& one);

} // namespace scanner
