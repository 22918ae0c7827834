#pragma once

#include "dot_product.hpp"

namespace pairs::dot_product {

struct divergent_barrier : scalar_product<float> {
    static constexpr const char* slug = "dot_product/divergent_barrier";
    static constexpr const char* summary = "dot product; not every thread reaches the barrier: never launched here";

    static std::size_t legacy_roundings(std::size_t) { return 0; }
    static std::size_t modern_roundings(std::size_t size) { return roundings_of_grid_stride(size, 4); }

    static std::optional<std::string> outside_legacy_domain(const input&)
    {
        return "undefined behaviour: not every thread reaches the barrier";
    }

    //! Refused on a GPU. On the emulated device a finding, by which the process ends with a status of its own.
    static result legacy(const input& in)
    {
        static const entry<cudaError_t(int, const float*, const float*, float*)> call{"legacy", slug};
        result sum = -1;
        check_returned("legacy", call(static_cast<int>(in.a.size()), in.a.data(), in.b.data(), &sum));
        return sum;
    }

    static result modern(const input& in)
    {
        static const entry<float(const std::vector<float>&, const std::vector<float>&)> call{"modern", slug};
        return call(in.a, in.b);
    }
};

} // namespace pairs::dot_product
