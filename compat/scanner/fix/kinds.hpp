// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of fixes that --fix accepts.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

namespace scanner {

enum class fix_kind : unsigned char {
    none,
    mechanical, // renames and other short replacements that are always correct
    textures,   // texture references become texture objects
    surfaces,   // surface references become surface objects
    clock,      // host clock readings around a launch become events
    shuffles,   // shuffles and votes get a mask
};

class fix_kinds {
public:
    void add(fix_kind one) { set_.set(static_cast<std::size_t>(one)); }
    bool has(fix_kind one) const { return one != fix_kind::none && set_.test(static_cast<std::size_t>(one)); }
    bool any() const { return set_.any(); }

private:
    std::bitset<8> set_;
};

// Returns the word for --fix=KIND, or an empty string for `none`.
const char* word(fix_kind one);

// Parses KIND,KIND. Returns an error message, or an empty string on success.
std::string read_kinds(std::string_view text, fix_kinds& result);

} // namespace scanner
