// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "texture_limits.hpp"

namespace pairs::dot_product {

struct texture_array_array : texture_scalar_product<texture_array_array> {
    static constexpr const char* slug = "dot_product/texture_array_array";
    static constexpr const char* summary = "scalar product through textures, both in CUDA arrays";
    static constexpr std::size_t default_size = 131072;

    // The longest vectors of each side on the current device.
    static std::size_t longest_legacy() { return longest_array(); }
    static std::size_t longest_modern() { return longest_array(); }
};

} // namespace pairs::dot_product
