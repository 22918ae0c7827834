// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct divergent_barrier : scalar_product<float> {
    static constexpr const char* slug = "dot_product/divergent_barrier";
    static constexpr const char* summary = "dot product; not every thread reaches the barrier: never launched here";

    static std::size_t legacy_roundings(std::size_t) { return 0; }
    // There is a block for every 64 elements: one product for a thread, 6 steps of the tree, then the blocks.
    static std::size_t modern_roundings(std::size_t size) { return 1 + 6 + (size + 63) / 64; }

    static std::optional<std::string> outside_legacy_domain(const input&)
    {
        return "undefined behaviour: not every thread reaches the barrier";
    }

    //! A GPU refuses. The emulated device reports a finding, which gives the process an exit status of its own.
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
