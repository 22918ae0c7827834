// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <iomanip>
#include <iostream>

namespace scanner {

const rule_page* find_rule(std::string_view id)
{
    for (std::size_t i = 0; i < rule_pages_count; ++i)
        if (id == rule_pages[i].id) return &rule_pages[i];
    return nullptr;
}

std::string list_of_rules()
{
    std::string result;
    for (std::size_t i = 0; i < rule_pages_count; ++i)
        result += (i ? ", " : "") + std::string(rule_pages[i].id);
    return result;
}

int explain(const std::string* first, const std::string* last)
{
    for (const std::string* one = first; one != last; ++one)
        if (!find_rule(*one))
            return std::cerr << "cuda-legacy-scan: explain: no rule is called " << *one
                             << "; the rules: " << list_of_rules() << '\n',
                   2;
    if (first == last)
        for (std::size_t i = 0; i < rule_pages_count; ++i)
            std::cout << std::left << std::setw(18) << rule_pages[i].id << "  " << rule_pages[i].summary << '\n';
    for (const std::string* one = first; one != last; ++one) {
        const rule_page& page = *find_rule(*one);
        std::cout << (one == first ? "" : "\n") << page.id << ": " << page.summary << "\n\n" << page.text << '\n';
    }
    return 0;
}

} // namespace scanner
