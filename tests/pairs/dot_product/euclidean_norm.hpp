// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"
#include "orders.hpp"

namespace pairs::dot_product {

//! The square root of the product of a vector with itself.
struct euclidean_norm {
    static constexpr const char* slug = "dot_product/euclidean_norm";
    static constexpr const char* summary =
        "Euclidean norm; thread 0 of each block adds squares, the CPU takes the root";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 2 * sizeof(double); // the vector and its padded copy
    static constexpr int warmups = 0;
    static constexpr std::size_t legacy_multiple = 256; // BLOCK_SIZE: a partial block would read past the end
    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - legacy_multiple; // the last one in an int

    using input = std::vector<double>;
    using result = double;

    // A block adds its 256 squares one after the other, then come the blocks, then the root. The modern side's scaling
    // changes only negligible digits. Before the root, the modern side adds three sums.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256 + 1; }
    static std::size_t modern_roundings(std::size_t size) { return roundings_of_grid_stride(size, 1) + 3; }

    //! Makes few and small integers, so that every partial sum of squares is exact.
    static input make(std::size_t size, unsigned seed) { return scalar_product<double>::make(size, seed).b; }

    static input make_reals(std::size_t size, unsigned seed)
    {
        return scalar_product<double>::make_reals(size, seed).a;
    }

    static long_sum exact_square(const input& in)
    {
        long_sum sum;
        for (const long double x : in)
            sum.add(x * x);
        return sum;
    }

    //! Gives the square as the legacy side rounds it.
    static double legacy_square(const input& in) { return sum_of_blocks(in, in, sum_of_fused_products<double>); }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size > longest_legacy) return "more elements than an int counts in whole blocks";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (const auto outside = outside_legacy_sizes(in.size())) return outside;
        if (std::isinf(legacy_square(in))) return "the squares add up to more than a double holds";
        for (const double x : in)
            if (x != 0 && x * x < std::numeric_limits<double>::min()) return "squares too small for a double";
        return std::nullopt;
    }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(int, const double*, double*, float*)> call{"legacy", slug};
        if (in.size() % legacy_multiple != 0) {
            input padded = in;
            padded.resize((in.size() + legacy_multiple - 1) / legacy_multiple * legacy_multiple);
            return legacy(padded);
        }
        result norm = -1;
        float milliseconds = -1;
        check_returned("legacy", call(static_cast<int>(in.size()), in.data(), &norm, &milliseconds));
        check_time("legacy", milliseconds);
        return norm;
    }

    static result modern(const input& in)
    {
        static const entry<void(std::size_t, const double*, double*, float*)> call{"modern", slug};
        result norm = -1;
        float milliseconds = -1;
        call(in.size(), in.data(), &norm, &milliseconds);
        check_time("modern", milliseconds);
        return norm;
    }

    //! Gives the root of a sum of squares that a double holds, rounded once. It is the double's own root, for a part of
    //! the sum between 1/4 and 1.
    static result root(long double square)
    {
        int exponent;
        long double part = std::frexp(square, &exponent);
        if (exponent % 2 != 0) {
            part /= 2;
            exponent++;
        }
        return std::ldexp(std::sqrt(static_cast<double>(part)), exponent / 2);
    }

    static result reference(const input& in) { return root(exact_square(in).value); }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& norm) { return in_words(norm); }
};

} // namespace pairs::dot_product
