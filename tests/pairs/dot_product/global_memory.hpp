// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct global_memory : timed_scalar_product<global_memory, double> {
    static constexpr const char* slug = "dot_product/global_memory";
    static constexpr const char* summary = "scalar product; thread 0 works on its block's part of global memory";
    static constexpr std::size_t legacy_multiple = 256; // BLOCK_SIZE: a partial block would read past the end
    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - legacy_multiple; // the last one in an int

    // A block's 256 products one after the other, then the blocks; and the library's order, which is its own.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256; }
    static std::size_t modern_roundings(std::size_t size) { return size; }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size > longest_legacy) return "more elements than an int counts in whole blocks";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return outside_legacy_sizes(in.a.size());
    }

    static result modern(const input& in)
    {
        static const timed_entry call{"modern", slug};
        return timed("modern", call, in);
    }
};

} // namespace pairs::dot_product
