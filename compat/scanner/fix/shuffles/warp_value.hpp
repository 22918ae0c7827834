// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of an expression in the lanes of one warp.
#pragma once

#include <optional>
#include <string_view>

namespace scanner {

struct warp_value {
    enum class kinds : unsigned char {
        unset,   // no value yet; joining it with a value gives that value
        uniform, // the same in all lanes
        thread,  // threadIdx.x plus a uniform multiple of 32
        differs, // may differ between lanes
    };

    kinds kind = kinds::unset;
    bool whole = false;              // a uniform multiple of 32
    bool positive = false;           // never negative
    bool integer = false;            // known to be an integer
    std::optional<long long> number; // the known number of a uniform value

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

// Returns the properties that hold for both values.
warp_value joined(const warp_value& a, const warp_value& b);

// Applies a binary operator of C++, except assignments and operators that may skip their right side.
warp_value applied(std::string_view mark, const warp_value& a, const warp_value& b);

} // namespace scanner
