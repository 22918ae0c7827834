// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct dynamic_shared {
    static constexpr const char* slug = "memory/dynamic_shared";
    static constexpr const char* summary = "two arrays turned round in tiles whose length is known at the launch";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float); // both arrays: input, copy, result
    static constexpr int warmups = 0;

    static constexpr std::size_t longest_legacy = std::numeric_limits<int>::max();

    struct arrays {
        std::vector<float> param1;
        std::vector<int> param2;

        auto members() const { return std::tie(param1, param2); }
    };
    struct input : arrays {
        std::size_t tile; // the legacy side's number of threads
    };
    using result = arrays;

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 256); }
    static input make(std::size_t size, unsigned seed, std::size_t tile)
    {
        std::mt19937 random{seed};
        input in;
        in.param1 = random_floats(size, random);
        in.param2 = random_ints(size, random);
        in.tile = tile;
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return outside_legacy_sizes(in.param1.size(), in.tile);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size, std::size_t tile)
    {
        if (tile < 1 || tile > 1024) return "tiles that are no block";
        if (size == 0) return "no elements";
        if (size % tile != 0) return "no multiple of the tile";
        if (size > longest_legacy) return "more elements than an int counts";
        return std::nullopt;
    }

    static std::optional<std::string> outside_modern_domain(const input& in)
    {
        if (in.tile < 1) return "an empty tile";
        if (in.param1.size() % in.tile != 0) return "no multiple of the tile";
        return std::nullopt;
    }

    static cudaError_t call_legacy(float* param1, int* param2, int n, int threads)
    {
        static const entry<cudaError_t(float*, int*, int, int)> call{"legacy", slug};
        return call(param1, param2, n, threads);
    }

    static void call_modern(arrays& both, std::size_t tile)
    {
        static const entry<void(float*, int*, std::size_t, std::size_t)> call{"modern", slug};
        call(both.param1.data(), both.param2.data(), both.param1.size(), tile);
    }

    static result legacy(const input& in)
    {
        result out = in;
        check_returned("legacy", call_legacy(out.param1.data(), out.param2.data(), static_cast<int>(out.param1.size()),
                                             static_cast<int>(in.tile)));
        return out;
    }

    static result modern(const input& in)
    {
        result out = in;
        call_modern(out, in.tile);
        return out;
    }

    static result reference(const input& in)
    {
        return {reversed_in_tiles(in.param1, in.tile), reversed_in_tiles(in.param2, in.tile)};
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        const agreement first = identical(one.param1, other.param1);
        return first.holds ? identical(one.param2, other.param2) : first;
    }

    static std::string show(const result& out)
    {
        return pairs::summary(out.param1) + ", " + pairs::summary(out.param2);
    }
};

} // namespace pairs::memory
