// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of a source against lists of words.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace scanner {

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

} // namespace scanner
