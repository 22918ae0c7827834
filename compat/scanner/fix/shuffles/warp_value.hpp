// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of an expression's value in the lanes of one warp.
#pragma once

#include <optional>
#include <string_view>

namespace scanner {

struct warp_value {
    enum class kinds : unsigned char {
        unset,   // no value yet: whatever is joined with it
        uniform, // the same in all lanes
        thread,  // threadIdx.x plus a uniform multiple of 32
        differs, // may differ between lanes
    };

    kinds kind = kinds::unset;
    bool whole = false;              // of a uniform value: a multiple of 32
    bool positive = false;           // never below 0
    bool integer = false;            // known to be one
    std::optional<long long> number; // of a uniform value, where it is known

    bool is_same() const { return kind == kinds::uniform || kind == kinds::unset; }
    bool operator==(const warp_value& other) const
    {
        return kind == other.kind && whole == other.whole && positive == other.positive && integer == other.integer &&
               number == other.number;
    }
    bool operator!=(const warp_value& other) const { return !(*this == other); }
};

warp_value uniform_value();
warp_value number_value(long long number);
warp_value thread_value();
warp_value differing_value();

// What holds for both.
warp_value joined(const warp_value& a, const warp_value& b);

// A binary operator of C++, but for assignments and those that evaluate one side only.
warp_value applied(std::string_view mark, const warp_value& a, const warp_value& b);

} // namespace scanner
