// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of a program with a built-in function's name, such as __shfl for double or int2 in old programs.
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

    // Tests whether token i is the definition of the program's own function, or a call with an argument of its type.
    bool is_own(std::size_t i) const;
    // Tests whether a call may be one of the program's own function. If there is such a function, only an argument of a
    // built-in function's type is certain to call that one: an object of a class may convert to such a type.
    bool may_be_own(std::size_t i) const;

private:
    struct overloads {
        bool macro = false;
        std::vector<std::size_t> names;                   // tokens of the declarations
        std::vector<std::vector<std::string_view>> types; // the words of each first parameter's type
        bool generic = false, scalar = false; // first parameter of a template type; of a built-in function's type
    };
    using words = std::vector<std::string_view>;

    const overloads& of(std::string_view name) const;
    words type_of_call(std::size_t i) const; // of the first argument; no words if it is not known
    words type_of_argument(std::size_t first, std::size_t behind) const;
    words declared_type(std::string_view name, std::size_t place) const;

    const program& source_;
    mutable std::unordered_map<std::string_view, overloads> known_;
};

} // namespace scanner
