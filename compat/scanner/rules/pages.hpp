// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each rule finds, and what to do. The pages are those of RULES.md, put into the program at build time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scanner {

struct rule_page {
    const char* id;
    const char* summary; // a line
    const char* text;    // Markdown; its first paragraph says what the rule finds
};

extern const rule_page rule_pages[];
extern const std::size_t rule_pages_count;

// Null where there is no such rule.
const rule_page* find_rule(std::string_view id);

// Their ids, with commas.
std::string list_of_rules();

// `cuda-legacy-scan explain [RULE...]`: pages on stdout, or the list of rules. The exit status.
int explain(const std::string* first, const std::string* last);

} // namespace scanner
