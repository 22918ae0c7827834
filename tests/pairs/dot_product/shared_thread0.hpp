// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct shared_thread0 : timed_scalar_product<shared_thread0, double> {
    static constexpr const char* slug = "dot_product/shared_thread0";
    static constexpr const char* summary = "scalar product; thread 0 works on its block's copy in shared memory";
    static constexpr std::size_t legacy_multiple = 256; // BLOCK_SIZE: a partial block would read past the end
    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - legacy_multiple; // the last one in an int

    // A block's 256 products one after the other, then the blocks.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256; }
    static std::size_t modern_roundings(std::size_t size) { return roundings_of_grid_stride(size, 1); }
    static std::size_t fast_roundings(std::size_t size) { return roundings_of_grid_stride(size, 2); }

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

    static result fast(const input& in)
    {
        static const timed_entry call{"fast", slug};
        return timed("fast", call, in);
    }
};

} // namespace pairs::dot_product
