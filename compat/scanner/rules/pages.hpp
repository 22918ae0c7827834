// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page of each rule: what the rule finds, and what to do. The pages of RULES.md become part of the program at build
// time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scanner {

struct rule_page {
    const char* id;
    const char* summary; // a line
    const char* text;    // Markdown; the first paragraph says what the rule finds
};

extern const rule_page rule_pages[];
extern const std::size_t rule_pages_count;

// Gives null for an unknown rule.
const rule_page* find_rule(std::string_view id);

// Gives the ids of all rules, separated by commas.
std::string list_of_rules();

// Runs `cuda-legacy-scan explain [RULE...]`: prints pages, or the list of rules, on stdout. Gives the exit status.
int explain(const std::string* first, const std::string* last);

} // namespace scanner
