// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct naive : scalar_product<float> {
    static constexpr const char* slug = "dot_product/naive";
    static constexpr const char* summary = "dot product; the GPU multiplies, the CPU adds";
    static constexpr bool legacy_ends_at_errors = true;

    // One sum, from the first product to the last; and the library's order, which is its own.
    static std::size_t legacy_roundings(std::size_t size) { return size; }
    static std::size_t modern_roundings(std::size_t size) { return size; }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.size() < 64) return "fewer than 64 elements";
        if (in.a.size() > (std::size_t{1} << 30)) return "more than 2^30 elements";
        return std::nullopt;
    }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(int, const float*, const float*, float*)> call{"legacy", slug};
        result sum = -1;
        check_returned("legacy", call(static_cast<int>(in.a.size()), in.a.data(), in.b.data(), &sum));
        return sum;
    }

    static result modern(const input& in)
    {
        static const entry<void(std::size_t, const float*, const float*, float*)> call{"modern", slug};
        result sum = -1;
        call(in.a.size(), in.a.data(), in.b.data(), &sum);
        return sum;
    }
};

} // namespace pairs::dot_product
