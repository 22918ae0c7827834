// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "texture_limits.hpp"

namespace pairs::dot_product {

struct texture_array_linear : texture_scalar_product<texture_array_linear> {
    static constexpr const char* slug = "dot_product/texture_array_linear";
    static constexpr const char* summary = "scalar product through textures, one in a CUDA array, one in linear memory";
    static constexpr std::size_t default_size = 131072;

    // The longest vectors of each side on the current device.
    static std::size_t longest_legacy() { return std::min(longest_array(), longest_linear()); }
    static std::size_t longest_modern() { return std::min(longest_array(), longest_linear_of_floats()); }
};

} // namespace pairs::dot_product
