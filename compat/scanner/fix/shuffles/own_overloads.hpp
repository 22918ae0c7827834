// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of a program that have the name of a built-in one: __shfl of a double or an int2, as old programs added
// them.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "source/program.hpp"

namespace scanner {

class own_overloads {
public:
    explicit own_overloads(const program& source)
        : source_(source)
    {
    }

    // Whether the name at token i is the program's own: its definition, or a call with an argument of its type.
    bool is_own(std::size_t i) const;

private:
    struct overloads {
        bool macro = false;
        std::vector<std::size_t> names;                   // where they are declared
        std::vector<std::vector<std::string_view>> types; // of the first parameter: its words
        bool generic = false, scalar = false;             // a template's type; a type that the built-in one takes
    };
    using words = std::vector<std::string_view>;

    const overloads& of(std::string_view name) const;
    words type_of_argument(std::size_t first, std::size_t behind) const;
    words declared_type(std::string_view name, std::size_t place) const;

    const program& source_;
    mutable std::unordered_map<std::string_view, overloads> known_;
};

} // namespace scanner
