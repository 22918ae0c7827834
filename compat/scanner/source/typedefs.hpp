// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the names that a typedef or a using declares.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "token.hpp"

namespace scanner {

struct declared_type {
    std::string_view name;
    // The tokens of the type, as first and end: float in typedef float pixel. Empty for anything more than a plain
    // type: a pointer, an array, a function, a body.
    std::size_t first, end;
};

// Gives the names of the typedef whose keyword is before `first`. A name for a type of the same name does not count:
// typedef ::double4 double4.
std::vector<declared_type> names_of_typedef(const std::vector<token>& all, std::size_t first);

// Does the same for a using declaration, such as using pixel = float. `name` is the index of its name.
std::vector<declared_type> name_of_alias(const std::vector<token>& all, std::size_t name);

} // namespace scanner
