// What the three pairs share that add two vectors with an offset.
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pairs {

struct offset_vectors {
    static constexpr std::size_t longest = std::size_t{1} << 30; // for the legacy sides

    std::vector<float> a, b;
    std::size_t offset;
    int block;

    //! How many sums there are.
    std::size_t sums() const { return offset < a.size() ? a.size() - offset : 0; }

    //! As the document's initialData: multiples of 0.01 below 2.56, but with two vectors that differ.
    static offset_vectors make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        offset_vectors in{std::vector<float>(size), std::vector<float>(size), offset, block};
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> byte{0, 255};
        for (float& x : in.a)
            x = byte(random) / 100.0f;
        for (float& x : in.b)
            x = byte(random) / 100.0f;
        return in;
    }

    std::optional<std::string> outside_legacy_domain() const { return outside_legacy_sizes(a.size(), offset, block); }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size, std::size_t offset, int block)
    {
        if (size == 0) return "no elements";
        if (size > longest || offset > longest) return "more than 2^30";
        if (block < 1 || block > 1024) return "no block";
        return std::nullopt;
    }
};

} // namespace pairs
