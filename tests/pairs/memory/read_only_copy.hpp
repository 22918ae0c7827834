// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct read_only_copy {
    static constexpr const char* slug = "memory/read_only_copy";
    static constexpr const char* summary = "a copy, its source read plainly, by __ldg, and as const __restrict__";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 7 * sizeof(int); // input, three copies on each side
    static constexpr int warmups = 0;

    static constexpr std::size_t block = 512;
    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - block; // the last multiple that an int holds

    using input = std::vector<int>;
    using result = std::vector<int>;

    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        return random_ints(size, random);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size % block != 0) return "no multiple of 512";
        if (size > longest_legacy) return "more elements than an int counts";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& data)
    {
        return outside_legacy_sizes(data.size());
    }

    static cudaError_t call_legacy(const int* in, int* plain, int* ldg, int* restricted, int n)
    {
        static const entry<cudaError_t(const int*, int*, int*, int*, int)> call{"legacy", slug};
        return call(in, plain, ldg, restricted, n);
    }

    //! Gives the three copies of a side: plain, by __ldg, through const __restrict__.
    static std::vector<result> legacy_copies(const input& data)
    {
        std::vector<result> out(3, result(data.size(), -1));
        check_returned("legacy", call_legacy(data.data(), out[0].data(), out[1].data(), out[2].data(),
                                             static_cast<int>(data.size())));
        return out;
    }

    static result one_of(const char* side, const std::vector<result>& copies)
    {
        if (copies[1] != copies[0] || copies[2] != copies[0])
            throw std::runtime_error{std::string{side} + ": the copies differ"};
        return copies[0];
    }

    static result legacy(const input& data) { return one_of("legacy", legacy_copies(data)); }

    static std::vector<result> modern_copies(const input& data)
    {
        static const entry<void(const int*, int*, int*, int*, std::size_t)> call{"modern", slug};
        std::vector<result> out(3, result(data.size(), -1));
        call(data.data(), out[0].data(), out[1].data(), out[2].data(), data.size());
        return out;
    }

    static result modern(const input& data) { return one_of("modern", modern_copies(data)); }

    static result reference(const input& data) { return data; }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
