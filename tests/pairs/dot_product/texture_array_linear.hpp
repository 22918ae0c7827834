#pragma once

#include "texture_limits.hpp"

namespace pairs::dot_product {

struct texture_array_linear : timed_scalar_product<texture_array_linear, float> {
    static constexpr const char* slug = "dot_product/texture_array_linear";
    static constexpr const char* summary = "scalar product through textures, one in a CUDA array, one in linear memory";
    static constexpr std::size_t default_size = 131072;

    // A block's 256 products one after the other, then the blocks.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256; }
    static std::size_t modern_roundings(std::size_t size) { return roundings_of_grid_stride(size, 4); }

    // What each side holds on the current device: the modern one has four elements in a texel.
    static std::size_t longest_legacy() { return std::min(longest_array(), longest_linear()); }
    static std::size_t longest_modern() { return 4 * std::min(longest_array(), longest_linear_of_four()); }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.empty()) return "no elements";
        if (in.a.size() > longest_legacy()) return "a texture holds " + in_words(longest_legacy()) + " elements here";
        return std::nullopt;
    }
};

} // namespace pairs::dot_product
