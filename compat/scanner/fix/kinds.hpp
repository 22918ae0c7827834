// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --fix can be asked for.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

namespace scanner {

enum class fix_kind : unsigned char {
    none,
    mechanical, // one name for one name, and what is as short and always right
    textures,   // texture references to objects
    surfaces,   // surface references to objects
    clock,      // the host's clock around a launch to events
    shuffles,   // shuffles and votes without a mask
};

class fix_kinds {
public:
    void add(fix_kind one) { set_.set(static_cast<std::size_t>(one)); }
    bool has(fix_kind one) const { return one != fix_kind::none && set_.test(static_cast<std::size_t>(one)); }
    bool any() const { return set_.any(); }

private:
    std::bitset<8> set_;
};

// As --fix=KIND takes it; empty for none.
const char* word(fix_kind one);

// Reads KIND,KIND. What is wrong with it; empty where nothing is.
std::string read_kinds(std::string_view text, fix_kinds& result);

} // namespace scanner
