// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct constant_memory : timed_scalar_product<constant_memory, double> {
    static constexpr const char* slug = "dot_product/constant_memory";
    static constexpr const char* summary = "scalar product of vectors that pass through constant memory in chunks";
    static constexpr std::size_t chunk = 4096; // elements of each vector; both fill the 64 KB

    static constexpr std::size_t longest_legacy = std::numeric_limits<int>::max();

    // A block's 256 products, one after the other or in CUB's order, then the blocks on the CPU.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256; }
    static std::size_t modern_roundings(std::size_t size) { return legacy_roundings(size); }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size > longest_legacy) return "more elements than an int counts";
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
