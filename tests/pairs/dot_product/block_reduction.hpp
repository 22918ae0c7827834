// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct block_reduction : timed_scalar_product<block_reduction, float> {
    static constexpr const char* slug = "dot_product/block_reduction";
    static constexpr const char* summary = "dot product; each block adds as a tree, the CPU adds the blocks' sums";
    static constexpr bool legacy_ends_at_errors = true;

    // The grid has size / 64 blocks: at most two products for a thread, 6 steps of the tree, then the blocks.
    static std::size_t legacy_roundings(std::size_t size) { return 2 + 6 + size / 64; }
    static std::size_t modern_roundings(std::size_t size) { return roundings_of_grid_stride(size, 1, 64); }
    static std::size_t fast_roundings(std::size_t size) { return roundings_of_grid_stride(size, 4); }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.size() < 64) return "fewer than 64 elements";
        if (in.a.size() > (std::size_t{1} << 30)) return "more than 2^30 elements";
        return std::nullopt;
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
