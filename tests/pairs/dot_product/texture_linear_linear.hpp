// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "texture_limits.hpp"

namespace pairs::dot_product {

struct texture_linear_linear : texture_scalar_product<texture_linear_linear> {
    static constexpr const char* slug = "dot_product/texture_linear_linear";
    static constexpr const char* summary = "scalar product through textures, both in linear memory";
    static constexpr std::size_t default_size = 1 << 20;

    // The twin's CPU adds the blocks as doubles, which together cost less than one rounding, and rounds once.
    static std::size_t modern_roundings(std::size_t) { return 256 + 2; }

    // The longest vectors of each side on the current device.
    static std::size_t longest_legacy() { return longest_linear(); }
    static std::size_t longest_modern() { return longest_linear_of_floats(); }
};

} // namespace pairs::dot_product
