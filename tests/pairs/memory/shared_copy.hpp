// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct shared_copy {
    static constexpr const char* slug = "memory/shared_copy";
    static constexpr const char* summary = "each block turns its 256 elements round, through shared memory";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 3 * sizeof(float); // input, its copy, the result
    static constexpr int warmups = 0;

    static constexpr std::size_t block = 256;                                     // the document's BS
    static constexpr std::size_t longest_legacy = (std::size_t{1} << 31) - block; // the last multiple that an int holds

    using input = std::vector<float>;
    using result = std::vector<float>;

    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        return random_floats(size, random);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size % block != 0) return "no multiple of 256";
        if (size > longest_legacy) return "more elements than an int counts";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& data)
    {
        return outside_legacy_sizes(data.size());
    }

    static std::optional<std::string> outside_modern_domain(const input& data)
    {
        if (data.size() % block != 0) return "no multiple of 256";
        return std::nullopt;
    }

    static cudaError_t call_legacy(float* data, int n)
    {
        static const entry<cudaError_t(float*, int)> call{"legacy", slug};
        return call(data, n);
    }

    static result legacy(const input& data)
    {
        result out = data;
        check_returned("legacy", call_legacy(out.data(), static_cast<int>(out.size())));
        return out;
    }

    static result modern(const input& data)
    {
        static const entry<void(float*, std::size_t)> call{"modern", slug};
        result out = data;
        call(out.data(), out.size());
        return out;
    }

    static result reference(const input& data) { return reversed_in_tiles(data, block); }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
