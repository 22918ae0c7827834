// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct constant_add {
    static constexpr const char* slug = "memory/constant_add";
    static constexpr const char* summary = "two vectors and a number in constant memory, added by one block";
    static constexpr std::size_t default_size = 1024;
    static constexpr std::size_t bytes_per_element = 4 * sizeof(int); // both inputs, both results
    static constexpr int warmups = 0;

    struct input {
        std::vector<int> a, b;
        int r;
    };
    using result = std::vector<int>;

    // Numbers whose sums fit.
    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> any{-700000000, 700000000};
        input in{std::vector<int>(size), std::vector<int>(size), any(random)};
        for (int& x : in.a)
            x = any(random);
        for (int& x : in.b)
            x = any(random);
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.empty()) return "no elements";
        if (in.a.size() > 1024) return "more elements than a block has threads";
        for (std::size_t i = 0; i < in.a.size(); i++) {
            const long long of_two = static_cast<long long>(in.a[i]) + in.b[i];
            for (const long long sum : {of_two, of_two + in.r})
                if (sum < std::numeric_limits<int>::min() || sum > std::numeric_limits<int>::max())
                    return "a sum that is no int";
        }
        return std::nullopt;
    }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(int*, const int*, const int*, int, int)> call{"legacy", slug};
        result out(in.a.size(), -1);
        check_returned("legacy", call(out.data(), in.a.data(), in.b.data(), in.r, static_cast<int>(in.a.size())));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<void(int*, const int*, const int*, int, std::size_t)> call{"modern", slug};
        result out(in.a.size(), -1);
        call(out.data(), in.a.data(), in.b.data(), in.r, in.a.size());
        return out;
    }

    static result reference(const input& in)
    {
        result out(in.a.size());
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = in.a[i] + in.b[i] + in.r;
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
