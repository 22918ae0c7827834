// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that a typedef or a using declares.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "token.hpp"

namespace scanner {

struct declared_type {
    std::string_view name;
    // The words of the type, behind the last of them: float in typedef float pixel. Empty where there is more to it: a
    // pointer, an array, a function, a body.
    std::size_t first, end;
};

// Of the typedef whose word stands before `first`. A name that stands for a type of the same name is none of its own:
// typedef ::double4 double4.
std::vector<declared_type> names_of_typedef(const std::vector<token>& all, std::size_t first);

// The same of using pixel = float; whose name is at `name`.
std::vector<declared_type> name_of_alias(const std::vector<token>& all, std::size_t name);

} // namespace scanner
