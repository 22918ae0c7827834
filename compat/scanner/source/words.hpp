// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of a source.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace scanner {

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

// Gives the text without blanks and line ends around it.
inline std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

} // namespace scanner
