// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cmath>

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct constant_array {
    static constexpr const char* slug = "memory/constant_array";
    static constexpr const char* summary = "a polynomial of degree 3, its coefficients in constant memory";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 3 * sizeof(float); // input, both results
    static constexpr int warmups = 0;

    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - 256; // n + BS - 1 must fit an int

    struct input {
        std::array<float, 4> coefficients;
        std::vector<float> x;
    };
    using result = std::vector<float>;

    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        const auto c = random_floats(4, random);
        return {{c[0], c[1], c[2], c[3]}, random_floats(size, random)};
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size > longest_legacy) return "so many elements that the grid's size overflows";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return outside_legacy_sizes(in.x.size());
    }

    static cudaError_t call_legacy(const float* coefficients, const float* x, float* y, int n)
    {
        static const entry<cudaError_t(const float*, const float*, float*, int)> call{"legacy", slug};
        return call(coefficients, x, y, n);
    }

    static result legacy(const input& in)
    {
        result out(in.x.size(), -1.f);
        check_returned("legacy",
                       call_legacy(in.coefficients.data(), in.x.data(), out.data(), static_cast<int>(in.x.size())));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<void(const float*, const float*, float*, std::size_t)> call{"modern", slug};
        result out(in.x.size(), -1.f);
        call(in.coefficients.data(), in.x.data(), out.data(), in.x.size());
        return out;
    }

    // Horner's rule. Each product with its sum is rounded once, because nvcc's default is -fmad=true.
    static result reference(const input& in)
    {
        const auto& c = in.coefficients;
        result out;
        for (const float x : in.x)
            out.push_back(std::fma(std::fma(std::fma(c[3], x, c[2]), x, c[1]), x, c[0]));
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
